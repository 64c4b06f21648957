import { describe, expect, it } from 'vitest'
import { anchorLaws } from '@chronicle/testing'
import { anchorSegments, lastSegment, matchAnchor, nearestNames } from './match-anchor.ts'

const names = ['MqttClient', 'MqttClient::connect', 'MqttClient::disconnect', 'Pool::connect', 'id', 'backoff']
const match = (name: string): unknown => {
  const found = matchAnchor(name, names, (candidate) => candidate)
  return found && [found.kind, ...found.matches]
}

describe('matchAnchor', () => {
  it.each([
    ['MqttClient::connect', ['exact', 'MqttClient::connect']],
    ['MqttClient.connect', ['exact', 'MqttClient::connect']],
    ['MqttClient#connect', ['exact', 'MqttClient::connect']],
    ['mqtt::MqttClient::connect', ['unqualified', 'MqttClient::connect']],
    ['connect', ['unqualified', 'MqttClient::connect', 'Pool::connect']],
    ['connect()', ['unqualified', 'MqttClient::connect', 'Pool::connect']],
    ['conect', ['fuzzy', 'MqttClient::connect', 'Pool::connect']],
    ['backof', ['fuzzy', 'backoff']],
    ['MqtClient', ['fuzzy', 'MqttClient']],
  ])('%s', (name, expected) => expect(match(name)).toEqual(expected))

  it.each(['ix', 'entirely', '', '::', 'reconnecting_all'])('%s matches nothing', (name) => {
    expect(match(name)).toBeUndefined()
  })

  it('accepts a distance of three only in a name of seven or more', () => {
    const close = (name: string, candidate: string): unknown => matchAnchor(name, [candidate], (c) => c)?.distance
    expect(close('abcdefg', 'abcdxyz')).toBe(3)
    expect(close('abcdef', 'abcxyz')).toBeUndefined()
    expect(close('abcde', 'abcxy')).toBe(2)
    expect(close('abcdefghijk', 'abcdefgwxyz')).toBeUndefined()
  })
})

it.each([
  ['Stack::len', 'Stack::peek'],
  ['Stack::pop', 'Stack::peek'],
  ['res.param', 'res::vary'],
  ['A::peek', 'B::peek'],
])('%s is no spelling of %s', (name, candidate) => {
  expect(matchAnchor(name, [candidate], String)).toBeUndefined()
})

it('a misspelt segment beside a right one is a spelling of the name', () => {
  expect(matchAnchor('Stak::peek', ['Stack::peek', 'Stark::poke'], String)?.matches).toEqual(['Stack::peek'])
})

describe('type parameters', () => {
  it.each([
    ['Stack<T>::peek', 'Stack::peek'],
    ['Box<T>::map<U>', 'Box::map'],
    ['pair<A, B>', 'pair'],
    ["Iter<'a, T>::next", 'Iter::next'],
    ['<Iter as Iterator>::next', 'Iter::next'],
    ["<Iter<'a, T> as std::iter::Iterator>::next", 'Iter::next'],
    ['<Iter>::next', 'Iter::next'],
    ['Map<a::Key, Vec<Vec<u8>>>::get', 'Map::get'],
    ['Hook<dyn Fn(u8) -> T>::call', 'Hook::call'],
    ['parse::<u8>()', 'parse'],
    ['Cache<K extends string = string>.get', 'Cache::get'],
    ['Stack[T].Peek', 'Stack::Peek'],
    ['Map[K, V].Get', 'Map::Get'],
  ])('%s is %s', (name, candidate) => {
    expect(matchAnchor(name, [candidate], String)?.kind).toBe('exact')
    expect(anchorSegments(name)).toEqual(candidate.split('::'))
  })

  it.each(['V::operator<', 'V::operator<<', 'V::operator<=>', 'V::operator->', 'Foo::[Symbol.iterator]', 'Foo::<=>'])(
    'are no part of %s',
    (name) => expect(anchorSegments(name).join('')).toBe(name.split(/::|[.]/u).join('')),
  )
})

it.each([
  ['page[size]', ['page[size]']],
  ['get::parameters::page[number]', ['parameters::page[number]']],
  ['page[elsewhere]', undefined],
  ['env[PROD]', ['env[PROD]']],
  ['Stack[int].Push', ['Stack::Push']],
  ['From<io::Error>::from', ['From<io::Error>::from']],
  ['From<u8>::from', ['From<io::Error>::from', 'From<fmt::Error>::from']],
])('%s is %j, of names that differ in brackets', (name, expected) => {
  const units = [
    'page[size]',
    'parameters::page[number]',
    'page[other]',
    'env[DEV]',
    'env[PROD]',
    'Stack::Push',
    'From<io::Error>::from',
  ]
  const found = matchAnchor(name, [...units, 'From<fmt::Error>::from'], String)
  expect(found?.matches).toEqual(expected)
})

it.each([
  ['Stack::peek', 'peek'],
  ['lib.map::<U>', 'map'],
  ['Stack<T>::peek', 'peek'],
  ['Pool::#size', '#size'],
  ['Pool#size()', 'size'],
  ['', ''],
])('the last segment of %j is %j', (name, last) => expect(lastSegment(name)).toBe(last))

describe('private names', () => {
  const units = ['Pool', 'Pool::size', 'Pool::#size', 'Pool::#grow', 'Cache::#size', 'Pool::drain']
  const find = (name: string): unknown => {
    const found = matchAnchor(name, units, (candidate) => candidate)
    return found && [found.kind, ...found.matches]
  }

  it.each([
    ['Pool::#size', ['exact', 'Pool::#size']],
    ['Pool.#size', ['exact', 'Pool::#size']],
    ['Pool##size', ['exact', 'Pool::#size']],
    ['#size', ['unqualified', 'Pool::#size', 'Cache::#size']],
    ['#grow()', ['unqualified', 'Pool::#grow']],
    ['size', ['unqualified', 'Pool::size']],
    ['Pool::size', ['exact', 'Pool::size']],
    ['Pool#size', ['exact', 'Pool::size']],
    ['Pool#drain', ['exact', 'Pool::drain']],
    ['#drain', ['unqualified', 'Pool::drain']],
    ['Pool::grow', ['fuzzy', 'Pool::#grow']],
    ['#Pool::drain', ['fuzzy', 'Pool::drain']],
    ['Pool::#', ['exact', 'Pool']],
  ])('%s', (name, expected) => expect(find(name)).toEqual(expected))

  it('does not take a public name for a private one that is gone', () => {
    expect(matchAnchor('Pool::#drain', units, (unit) => unit, { fuzzy: false })).toBeUndefined()
  })
})

it('suggests the nearest names first', () => {
  expect(nearestNames('conect', names, 2)).toEqual(['MqttClient::connect', 'Pool::connect'])
})

anchorLaws((name, candidates) => matchAnchor(name, candidates, (candidate) => candidate))

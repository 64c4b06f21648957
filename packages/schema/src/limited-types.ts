/*
 * Types of documents that are a plain number or string in TypeScript. Their tags define their JSON Schema and what a
 * validator checks.
 */

/**
 * An integer of at least 0.
 *
 * @integer
 * @minimum 0
 */
export type Count = number

/**
 * An integer of at least 1: a line of a file, a position in a ranking.
 *
 * @integer
 * @minimum 1
 */
export type Ordinal = number

/**
 * A number in [0, 1].
 *
 * @minimum 0
 * @maximum 1
 */
export type Share = number

/**
 * How reliable a claim is, in [0, 1]. Written with two decimals.
 *
 * @minimum 0
 * @maximum 1
 * @decimals 2
 */
export type Confidence = number

/**
 * A text of at least one character.
 *
 * @minLength 1
 */
export type NonEmptyText = string

/** No `.` or `..`, no empty segment, no leading `/`, no `\`. */
export const REPO_PATH: RegExp = /^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/

/**
 * A path relative to the repository root, `/`-separated, without `.` and `..`.
 *
 * @pattern REPO_PATH
 */
export type RepoPathText = string

/** Like `REPO_PATH`, with a trailing `/` for a folder; or `./`. */
export const REGION_PATH: RegExp = /^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*\/?$|^\.\/$/

/**
 * A file relative to the repository root, `/`-separated; a folder, with a trailing `/` (`src/mqtt/`); or `./` for the
 * repository.
 *
 * @pattern REGION_PATH
 */
export type RegionPathText = string

/** The form of an RFC 3339 time. */
export const TIMESTAMP: RegExp = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

/**
 * An RFC 3339 time.
 *
 * @pattern TIMESTAMP
 */
export type TimestampText = string

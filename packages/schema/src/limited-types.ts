/*
 * Types of documents that are a number or a text to a program. Their tags say what the JSON Schema says of them, and what
 * a validator checks.
 */

/**
 * A whole number, 0 or more.
 *
 * @integer
 * @minimum 0
 */
export type Count = number

/**
 * A whole number from 1: a line of a file, a place in a ranking.
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
 * How far a claim can be relied on, in [0, 1]. It is written with two decimals.
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
 * A path relative to the repository root, with `/`, without `.` and `..`.
 *
 * @pattern REPO_PATH
 */
export type RepoPathText = string

/** The same, with `/` at the end for a folder; or `./`. */
export const REGION_PATH: RegExp = /^(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*\/?$|^\.\/$/

/**
 * A file relative to the repository root, with `/`; a folder, with `/` at its end (`src/mqtt/`); or `./`, the
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

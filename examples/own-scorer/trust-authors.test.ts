import { scorerLaws } from '@chronicle/testing'
import { trustAuthors } from './trust-authors.ts'

scorerLaws(trustAuthors())

export { createSampleRepository } from './sample-repository.ts'
export type { SampleRepository } from './sample-repository.ts'
export { EXPECTED_ANSWER, nextTurn, QUESTION } from './scripted-maintainer.ts'
export type { Turn } from './scripted-maintainer.ts'

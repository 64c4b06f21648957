export type { StackFrame, TaskQuery, TaskType } from '@chronicle/schema'

import { leaveUnoptimised } from './unoptimised.ts'

// Put at the beginning of the program that parses, by the build.
leaveUnoptimised()

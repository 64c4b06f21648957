import { leaveUnoptimised } from './unoptimised.ts'

// The build inserts this at the beginning of the program that parses.
leaveUnoptimised()

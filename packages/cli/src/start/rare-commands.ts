// The build puts in here what commands import when they are called, but for those that are waited for often.
export {}

// The build inserts here the modules that commands import when they are called, except those of frequent commands.
export {}

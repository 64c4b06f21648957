/** The cards on the home page, below the sentence that says what Chronicle is. They are not in the README. */
export const HOME_CARDS = `<div class="cards">

- [Tutorial](docs/tutorial.md) Ten minutes, from an empty folder to an agent that knows why
- [Guide](docs/guide.md) Everything that the command does, with its options and settings
- [For agents](docs/mcp.md) The MCP server: its tools, and the clients it is installed into
- [In your program](docs/packages.md) The packages, their options and the reference of every name

</div>
`

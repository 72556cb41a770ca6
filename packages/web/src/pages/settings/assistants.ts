/**
 * Lists the assistants with the text to paste into each of them. `place` names the menu where the user pastes
 * the text.
 */
export const assistants = (url: string) => [
  { app: 'Claude', place: 'Settings, Connectors, Add custom connector', value: url },
  { app: 'Claude Code', place: '', value: `claude mcp add --transport http bestow ${url}` },
  { app: 'ChatGPT', place: 'Settings, Apps and connectors, Create', value: url },
  {
    app: 'Cursor',
    place: '.cursor/mcp.json',
    value: JSON.stringify({ mcpServers: { bestow: { url } } }),
  },
]

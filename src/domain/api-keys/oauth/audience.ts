/** The resource that a token is for (RFC 8707): the public API, or the MCP server for agents. */
export type Audience = 'api' | 'mcp'

export const mcpResource = (origin: string): string => `${origin}/mcp`

/** Returns the audience of the parameter `resource`; undefined if the URI names no resource of this origin. */
export function parseResource(origin: string, resource: string): Audience | undefined {
  const uri = resource.replace(/\/$/, '')
  if (uri === mcpResource(origin)) return 'mcp'
  return uri === origin || uri === `${origin}/api` ? 'api' : undefined
}

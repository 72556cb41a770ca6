/**
 * OAuth: tokens for programs without an API token.
 *
 * - A *client* is a program that may request tokens: private (on a server, with a secret) or public (an
 *   app).
 * - A *grant* is the result of one consent or one exchange of credentials; its tokens form a family.
 * - An *access token* acts for the account for an hour; a *refresh token* can be exchanged once for the
 *   next pair.
 * - A *registration* is what an app that registered itself says about itself; its client_id contains it.
 * - A *connection* is an app that acts for the account with the consent of a user: a grant with its client.
 * - The *audience* of a grant is the resource that its tokens are for: the public API, or /mcp for agents.
 * - A *code* transports the consent of a user to the app.
 */

export { type Audience, mcpResource, parseResource } from './audience.ts'
export * from './authorization-codes.ts'
export type { ClientCredentials } from './client-secrets.ts'
export * from './clients.ts'
export * from './connections.ts'
export * from './grants.ts'
export {
  agentScopes,
  type Registration,
  registerClient,
  resolveAgentScopes,
} from './registration.ts'
export * from './revocation.ts'
export type { OAuthClient } from './tables.ts'

/**
 * OAuth: tokens for programs without an API token.
 *
 * - A *client* is a program that may request tokens: private (on a server, with a secret) or public (an
 *   app).
 * - A *grant* is the result of one consent or one exchange of credentials; its tokens form a family.
 * - An *access token* acts for the account for an hour; a *refresh token* can be exchanged once for the
 *   next pair.
 * - A *code* transports the consent of a user to the app.
 */

export * from './authorization-codes.ts'
export type { ClientCredentials } from './client-secrets.ts'
export * from './clients.ts'
export * from './grants.ts'
export * from './revocation.ts'
export type { AuthorizingClient } from './store.ts'
export type { OAuthClient } from './tables.ts'

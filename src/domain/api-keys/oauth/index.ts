/**
 * OAuth: how a program gets tokens without an API token.
 *
 * - A *client* is a program that may ask: private (on a server, with a secret) or public (an app).
 * - A *grant* is what one consent, or one exchange of credentials, began; its tokens are a family.
 * - An *access token* acts for the account for an hour; a *refresh token* buys the next pair, once.
 * - A *code* is a person's yes on its way to the app.
 */

export * from './authorization-codes.ts'
export type { ClientCredentials } from './client-secrets.ts'
export * from './clients.ts'
export * from './grants.ts'
export * from './revocation.ts'
export type { AuthorizingClient } from './store.ts'
export type { OAuthClient } from './tables.ts'

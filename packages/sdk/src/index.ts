/**
 * Client library for Bestow.
 *
 * `Bestow` calls the API, `webhooks` receives events, and both throw the exported errors.
 * `@bestow/sdk/testing` creates test deliveries, and `@bestow/sdk/prove` proves a receiver.
 *
 * @packageDocumentation
 */
export { APIPromise, type WithResponse } from './api-promise.ts'
export {
  Bestow,
  type BestowOptions,
  type ClientCredentials,
  type TokenCredentials,
} from './client.ts'
export * from './errors.ts'
export { type EventType, eventTypes, type OperationId, operations } from './generated/operations.ts'
/** The version of this package, such as `0.1.0`. */
export { packageVersion } from './generated/package-version.ts'
export type {
  Address,
  Campaign,
  EmailMessage,
  FeedEvent,
  GiftRequest,
  Greeting,
  LineItem,
  Move,
  NewAddress,
  NewGiftRequest,
  NewLineItem,
  NewOneLink,
  NewRecipient,
  OneLink,
  Product,
  Recipient,
  Sender,
  Variant,
} from './generated/v2026-05.ts'
export type {
  ApiVersion,
  NewestVersion,
  OperationsBy,
  SchemasBy,
  WebhookBodiesBy,
} from './generated/versions.ts'
export { List } from './list.ts'
export type { OpenEnum } from './open-enum.ts'
export type { AttemptInfo, Hooks, RequestTimeouts } from './send.ts'
export type { Stage } from './stage.ts'
export type {
  Body,
  CustomRequest,
  HttpMethod,
  Item,
  Page,
  Query,
  RequestOptions,
  ResponseBody,
} from './transport.ts'
export * as webhooks from './webhooks.ts'

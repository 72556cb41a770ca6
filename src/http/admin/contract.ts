/**
 * The contract of the admin API, with every operation and the schemas of its objects. To add a resource, add
 * a line to this file and to `routes.ts`.
 */
export * from './account/contract.ts'
export * from './accounts/contract.ts'
export * from './api-keys/contract.ts'
export * from './approval-rule/contract.ts'
export * from './attention/contract.ts'
export * from './audit/contract.ts'
export * from './bulk-actions/contract.ts'
export * from './bulk-send/contract.ts'
export * from './campaigns/contract.ts'
export * from './catalogue/content-contract.ts'
export * from './catalogue/contract.ts'
export * from './catalogue/import-contract.ts'
export * from './connected-apps/contract.ts'
export * from './connections/contract.ts'
export * from './contacts/contract.ts'
export * from './contacts/import-contract.ts'
export * from './decisions/contract.ts'
export * from './domains/contract.ts'
export * from './donations/contract.ts'
export * from './endpoints/contract.ts'
export * from './events/contract.ts'
export * from './gift-requests/contract.ts'
export * from './gift-requests/detail-contract.ts'
export * from './gift-requests/problem-contract.ts'
export * from './greetings/contract.ts'
export type { EventName, Timestamp } from './lib/schemas.ts'
export {
  EmailMessage,
  Image,
  InvitationMethod,
  ManualState,
  OfferableItem,
  PostalAddress,
  ProductRules,
} from './lib/schemas.ts'
export * from './live-updates/contract.ts'
export * from './members/contract.ts'
export * from './oauth-clients/contract.ts'
export * from './onboarding/contract.ts'
export * from './one-links/contract.ts'
export * from './overview/contract.ts'
export * from './packing/contract.ts'
export * from './packing-documents/contract.ts'
export * from './parcels/contract.ts'
export * from './provisioning/contract.ts'
export * from './recipients/contract.ts'
export * from './request-log/contract.ts'
export * from './roles/contract.ts'
export * from './search/contract.ts'
export * from './security/contract.ts'
export * from './sends/approval-contract.ts'
export * from './sends/contract.ts'
export * from './sign-in/contract.ts'
export * from './single-sign-on/contract.ts'
export * from './spend/contract.ts'
export * from './staging/contract.ts'
export * from './system/contract.ts'
export * from './teams/contract.ts'
export * from './text-messages/contract.ts'
export * from './thank-you-notes/contract.ts'

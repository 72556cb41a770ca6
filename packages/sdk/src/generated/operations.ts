// Generated from the OpenAPI documents by `npm run fix`. Do not edit.

/** Method and path of every operation. */
export const operations = {
  listGiftRequests: ['GET', '/gift_requests'],
  createGiftRequest: ['POST', '/gift_requests'],
  createGiftRequests: ['POST', '/gift_requests/batch'],
  getGiftRequest: ['GET', '/gift_requests/{id}'],
  cancelGiftRequest: ['POST', '/gift_requests/{id}/cancel'],
  getGiftRequestHistory: ['GET', '/gift_requests/{id}/history'],
  listCampaigns: ['GET', '/campaigns'],
  getCampaign: ['GET', '/campaigns/{id}'],
  listOneLinks: ['GET', '/one_links'],
  createOneLink: ['POST', '/one_links'],
  getOneLink: ['GET', '/one_links/{id}'],
  closeOneLink: ['POST', '/one_links/{id}/close'],
  listEvents: ['GET', '/events'],
  getEvent: ['GET', '/events/{id}'],
  listEndpoints: ['GET', '/endpoints'],
  createEndpoint: ['POST', '/endpoints'],
  getEndpoint: ['GET', '/endpoints/{id}'],
  updateEndpoint: ['PATCH', '/endpoints/{id}'],
  deleteEndpoint: ['DELETE', '/endpoints/{id}'],
  rotateEndpointSecret: ['POST', '/endpoints/{id}/rotate_secret'],
  listDeliveries: ['GET', '/deliveries'],
  getDelivery: ['GET', '/deliveries/{id}'],
  resendDelivery: ['POST', '/deliveries/{id}/resend'],
  sendTestEvent: ['POST', '/endpoints/{id}/test'],
  recoverDeliveries: ['POST', '/endpoints/{id}/recover'],
  advanceGiftRequest: ['POST', '/test_helpers/gift_requests/{id}/advance'],
  advanceClock: ['POST', '/test_helpers/clock/advance'],
  getRoot: ['GET', '/'],
  createToken: ['POST', '/auth/token'],
  revokeToken: ['POST', '/auth/revoke'],
  getMetadata: ['GET', '/.well-known/oauth-authorization-server'],
} as const

export type OperationId = keyof typeof operations

/** The event types of webhooks. */
export const eventTypes = [
  'gift_request_created',
  'gift_request_redeemed',
  'gift_request_dispatched',
  'gift_request_delivered',
  'gift_request_cancelled',
] as const

export type EventType = (typeof eventTypes)[number]

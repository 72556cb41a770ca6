// Generated from the OpenAPI documents by `npm run fix`. Do not edit.

/** Method and path of every operation. */
export const operations = {
  listGiftRequests: ['GET', '/gift_requests'],
  createGiftRequest: ['POST', '/gift_requests'],
  createGiftRequests: ['POST', '/gift_requests/batch'],
  getGiftRequest: ['GET', '/gift_requests/{id}'],
  updateGiftRequest: ['PATCH', '/gift_requests/{id}'],
  cancelGiftRequest: ['POST', '/gift_requests/{id}/cancel'],
  getGiftRequestHistory: ['GET', '/gift_requests/{id}/history'],
  extendGiftRequest: ['POST', '/gift_requests/{id}/extend'],
  remindGiftRequest: ['POST', '/gift_requests/{id}/remind'],
  correctGiftRequestEmail: ['POST', '/gift_requests/{id}/correct_email'],
  changeGiftRequestAddress: ['POST', '/gift_requests/{id}/change_address'],
  reissueGiftRequestLink: ['POST', '/gift_requests/{id}/reissue_link'],
  sendGiftRequestAgain: ['POST', '/gift_requests/{id}/send_again'],
  shipGiftRequestAgain: ['POST', '/gift_requests/{id}/ship_again'],
  resendGiftRequestEmails: ['POST', '/gift_requests/{id}/resend_emails'],
  getGiftRequestDetails: ['GET', '/gift_requests/{id}/details'],
  listGiftRequestParcels: ['GET', '/gift_requests/{id}/parcels'],
  listGiftRequestEmails: ['GET', '/gift_requests/{id}/emails'],
  getGiftRequestThankYouNote: ['GET', '/gift_requests/{id}/thank_you_note'],
  listCampaigns: ['GET', '/campaigns'],
  getCampaign: ['GET', '/campaigns/{id}'],
  listOneLinks: ['GET', '/one_links'],
  createOneLink: ['POST', '/one_links'],
  getOneLink: ['GET', '/one_links/{id}'],
  closeOneLink: ['POST', '/one_links/{id}/close'],
  listEvents: ['GET', '/events'],
  getEvent: ['GET', '/events/{id}'],
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

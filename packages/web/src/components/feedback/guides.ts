/**
 * The pages and sections of the documentation that explain the pages of the web app. A test checks that each
 * one exists and has the expected title. The documentation is in English.
 */
// biome-ignore format: read down the columns
export const guides = {
  accounts:        { path: 'operations#accounts', heading: 'Accounts' },
  api:             { path: 'api#a-first-call', heading: 'A first call' },
  apiErrors:       { path: 'errors#what-to-do', heading: 'What to do' },
  attempts:        { path: 'webhooks#attempt-log', heading: 'Attempt log' },
  attention:       { path: 'attention', heading: 'What needs attention' },
  adminArea:       { path: 'admin-area', heading: 'The admin area' },
  catalogue:       { path: 'catalogue', heading: 'The catalogue' },
  charities:       { path: 'donations#add-a-charity', heading: 'Add a charity' },
  charityPayments: { path: 'donations#pay-the-charities', heading: 'Pay the charities' },
  chatAlerts:      { path: 'attention#chat-alerts', heading: 'Chat alerts' },
  choices:         { path: 'catalogue#how-many-items-a-recipient-chooses', heading: 'How many items a recipient chooses' },
  claims:          { path: 'one-links#how-a-claim-works', heading: 'How a claim works' },
  codes:           { path: 'digital-gifts#import-codes', heading: 'Import codes' },
  connecting:      { path: 'mcp#connecting', heading: 'Connecting' },
  contacts:        { path: 'contacts', heading: 'Contacts' },
  connections:     { path: 'connectors', heading: 'Connections' },
  domains:         { path: 'single-sign-on#domains', heading: 'Domains' },
  emails:          { path: 'mail#the-emails', heading: 'The emails' },
  endpoints:       { path: 'webhooks#managing-endpoints', heading: 'Managing endpoints' },
  events:          { path: 'webhooks#events', heading: 'Events' },
  giftCosts:       { path: 'spend#what-a-gift-costs', heading: 'What a gift costs' },
  gifts:           { path: 'admin-area#gifts', heading: 'Gifts' },
  handOver:        { path: 'packing#handing-over', heading: 'Handing over' },
  occasions:       { path: 'occasions', heading: 'Occasions' },
  oauth:           { path: 'oauth', heading: 'OAuth' },
  onPhone:         { path: 'testing#on-a-phone', heading: 'On a phone' },
  packing:         { path: 'packing#taking-a-parcel', heading: 'Taking a parcel' },
  parcels:         { path: 'fulfilment#from-gift-to-parcels', heading: 'From gift to parcels' },
  recipientPages:  { path: 'recipients#the-pages', heading: 'The pages' },
  reminders:       { path: 'mail#reminders', heading: 'Reminders' },
  retries:         { path: 'webhooks#retries', heading: 'Retries' },
  roles:           { path: 'admin-area#roles', heading: 'Roles' },
  signingIn:       { path: 'admin-area#signing-in', heading: 'Signing in' },
  simulation:      { path: 'testing#advancing-a-gift-request', heading: 'Advancing a gift request' },
  singleSignOn:    { path: 'single-sign-on#setting-up', heading: 'Setting up' },
  staging:         { path: 'testing#against-staging', heading: 'Against staging' },
  storedData:      { path: 'privacy#stored-data', heading: 'Stored data' },
  teams:           { path: 'teams', heading: 'Teams' },
  unitCosts:       { path: 'spend#unit-costs', heading: 'Unit costs' },
  webhooks:        { path: 'webhooks', heading: 'Receiving webhooks' },
} as const satisfies Record<string, { path: string; heading: string }>

export type GuideName = keyof typeof guides

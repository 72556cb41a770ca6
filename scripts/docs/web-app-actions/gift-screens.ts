import { forPages, only, type Screen } from './screen.ts'

const station = only('a person packs; a program uses the protocol of warehouses')
const shippedByHand = only(
  'a person at the warehouse enters it; a program uses the protocol of warehouses',
)
const ownEmails = only('the daily email belongs to a user; a program reads the items')
const media = only('a person uploads the photo or video; a program uses the id of an uploaded one')
const approval = only('a person approves what another person sends; a token acts for the account')
const sends = only('groups what a person sent at once; a program groups gifts with `metadata`')
const bulkActions = only(
  'one action of a person on many gifts; a program calls the operation of each gift',
)
const oneLinkName = only('tells the one-links of a campaign apart in the web app')
const notes = only('notes of a team about a recipient; a program has its own')
const optOut = only(
  'a person records what a recipient said; the API has no campaign emails of its own',
)
const personalView = only('an email can contain the link of the recipient')

export const giftScreens: readonly Screen[] = [
  {
    title: 'Overview',
    routes: {
      'GET /attention': ['listAttention', 'getAttentionItem'],
      'GET /attention/digest': ownEmails,
      'PUT /attention/digest': ownEmails,
      'GET /overview/attention': 'getAttention',
      'GET /overview/comparison': forPages,
      'GET /overview/upcoming': forPages,
      'GET /overview/countries': 'listGiftsByCountry',
      'GET /overview/funnel': 'getFunnel',
      'GET /overview/onboarding': forPages,
      'POST /overview/onboarding/dismissal': forPages,
      'DELETE /overview/onboarding/dismissal': forPages,
      'GET /overview/time-to-redeem': 'getTimeToRedeem',
      'GET /overview/top-gifts': 'listTopGifts',
      'GET /overview/trend': 'getTrend',
    },
  },
  {
    title: 'Send',
    routes: {
      'GET /send/choices': ['listCampaigns', 'listVariants'],
      'POST /send/check': 'createGiftRequests',
      'POST /send/estimate': only(
        'a person sees the amount before sending; programs know their items',
      ),
      'POST /send': ['createGiftRequests', 'createGiftRequest'],
      'POST /send/preview': only('renders the pages that a person looks at before sending'),
      'POST /send/test': only('sends an email to the signed-in user; a token has no mailbox'),
      'GET /sends': sends,
      'GET /sends/{id}': sends,
      'POST /sends': sends,
      'PATCH /sends/{id}': sends,
      'POST /sends/{id}/failed-rows': sends,
      'GET /sends/{id}/failed-rows.csv': sends,
      'POST /sends/{id}/cancel': 'cancelGiftRequest',
      'GET /sends/{id}/approval': approval,
      'GET /sends/{id}/content': approval,
      'POST /sends/{id}/submit': approval,
      'POST /sends/{id}/withdraw': approval,
      'POST /sends/{id}/approve': approval,
      'POST /sends/{id}/reject': approval,
    },
  },
  {
    title: 'Gifts',
    routes: {
      'GET /gift-requests': 'listGiftRequests',
      'GET /gift-requests.csv': 'exportGiftRequests',
      'GET /gift-requests/choices': forPages,
      'GET /gift-requests/counts': 'getFunnel',
      'GET /gift-requests/count': 'getFunnel',
      'GET /bulk-actions': bulkActions,
      'GET /bulk-actions/{id}': bulkActions,
      'GET /bulk-actions/{id}/rejected': bulkActions,
      'GET /bulk-actions/{id}/rejected.csv': bulkActions,
      'POST /bulk-actions': [
        'cancelGiftRequest',
        'extendGiftRequest',
        'remindGiftRequest',
        'sendGiftRequestAgain',
      ],
      'POST /bulk-actions/{id}/stop': bulkActions,
      'POST /bulk-actions/{id}/undo': 'extendGiftRequest',
      'GET /saved-views': forPages,
      'POST /saved-views': forPages,
      'DELETE /saved-views/{id}': forPages,
    },
  },
  {
    title: 'One gift',
    routes: {
      'GET /gift-requests/{id}/greeting': 'getGiftRequestGreeting',
      'PUT /gift-requests/{id}/greeting': 'setGiftRequestGreeting',
      'DELETE /gift-requests/{id}/greeting': 'deleteGiftRequestGreeting',
      'PUT /greeting-media': media,
      'GET /greeting-media/{id}': media,
      'GET /greeting-media/{id}/content': media,
      'GET /gift-requests/{id}': [
        'getGiftRequest',
        'getGiftRequestDetails',
        'getGiftRequestHistory',
        'listGiftRequestParcels',
        'listGiftRequestEmails',
        'listGiftRequestTextMessages',
        'getGiftRequestThankYouNote',
        'listGiftRequestProblemReports',
      ],
      'GET /gift-requests/{id}/json': 'getGiftRequest',
      'POST /gift-requests/{id}/cancel': 'cancelGiftRequest',
      'POST /gift-requests/{id}/correct-email': 'correctGiftRequestEmail',
      'POST /gift-requests/{id}/digital-items/{item}/replace': only(
        'an admin gives a reason, because the code of a recipient is revoked',
      ),
      'GET /gift-requests/{id}/emails/{email}': personalView,
      'GET /gift-requests/{id}/emails/{email}/page': personalView,
      'POST /gift-requests/{id}/emails/{email}/resend': 'resendGiftRequestEmails',
      'POST /gift-requests/{id}/expire-at': 'extendGiftRequest',
      'POST /gift-requests/{id}/fix-address': 'changeGiftRequestAddress',
      'POST /gift-requests/{id}/retry-label': 'changeGiftRequestAddress',
      'POST /gift-requests/{id}/parcels/{parcel}/progress': shippedByHand,
      'POST /gift-requests/{id}/parcels/{parcel}/restock': shippedByHand,
      'POST /gift-requests/{id}/parcels/{parcel}/ship-again': 'shipGiftRequestAgain',
      'PUT /gift-requests/{id}/parcels/{parcel}/tracking': shippedByHand,
      'GET /gift-requests/{id}/problem-photos/{photo}': personalView,
      'POST /gift-requests/{id}/problems/{problem}/answer': only(
        'a person answers the recipient by email',
      ),
      'POST /gift-requests/{id}/problems/{problem}/replace': [
        'sendGiftRequestAgain',
        'shipGiftRequestAgain',
        'resolveGiftRequestProblemReport',
      ],
      'POST /gift-requests/{id}/problems/{problem}/resolve': 'resolveGiftRequestProblemReport',
      'POST /gift-requests/{id}/remind': 'remindGiftRequest',
      'POST /gift-requests/{id}/reveal': only(
        'the API never returns the address of a recipient; an admin gives a reason',
      ),
      'POST /gift-requests/{id}/send-again': 'sendGiftRequestAgain',
    },
  },
  {
    title: 'Tracking numbers',
    routes: {
      'POST /tracking-import': shippedByHand,
      'POST /tracking-import/check': shippedByHand,
    },
  },
  {
    title: 'Packing station',
    routes: Object.fromEntries(
      [
        'POST /packing/documents',
        'GET /packing/leases',
        'GET /packing/carrier',
        'POST /packing/leases',
        'POST /packing/leases/next',
        'POST /packing/leases/renew',
        'DELETE /packing/leases/{id}',
        'GET /packing/parcels',
        'GET /packing/parcels/{id}',
        'POST /packing/parcels/{id}/address',
        'POST /packing/parcels/{id}/address-unusable',
        'GET /packing/parcels/{id}/carrier-label',
        'POST /packing/parcels/{id}/damaged',
        'POST /packing/parcels/{id}/hand-over',
        'POST /packing/parcels/{id}/out-of-stock',
        'POST /packing/parcels/{id}/pack',
        'POST /packing/parcels/{id}/rate',
        'GET /packing/parcels/{id}/rates',
        'POST /packing/parcels/{id}/unpack',
        'GET /packing/summary',
      ].map((route) => [route, station]),
    ),
  },
  {
    title: 'One-links',
    routes: {
      'GET /one-links': 'listOneLinks',
      'POST /one-links': 'createOneLink',
      'GET /one-links/{id}': ['getOneLink', 'getClaimRules'],
      'PATCH /one-links/{id}': ['updateOneLink', 'updateClaimRules'],
      'GET /one-links/{id}/claims': 'listClaims',
      'GET /one-links/{id}/claims.csv': 'listClaims',
      'POST /one-links/{id}/claims/decide': ['approveClaims', 'rejectClaims'],
      'POST /one-links/{id}/close': 'closeOneLink',
      'PUT /one-links/{id}/name': oneLinkName,
      'GET /claim-rules': 'getClaimDefaults',
      'PATCH /claim-rules': 'updateClaimDefaults',
      'GET /claim-rules/denied': 'listDeniedClaimants',
      'POST /claim-rules/denied': 'denyClaimants',
      'DELETE /claim-rules/denied/{id}': 'allowClaimant',
    },
  },
  {
    title: 'Recipients',
    routes: {
      'GET /recipients': 'listRecipients',
      'GET /recipients/{id}': ['getRecipient', 'listGiftRequestsOfRecipient'],
      'POST /recipients/erase': 'erasePersonalData',
      'POST /recipients/export': 'getPersonalData',
      'POST /recipients/{id}/clear-bounce': 'clearRecipientBounce',
      'POST /recipients/clear-domain-bounces': ['listRecipients', 'clearRecipientBounce'],
      'POST /recipients/{id}/notes': notes,
      'DELETE /recipients/{id}/notes/{note_id}': notes,
      'PUT /recipients/{id}/opt-out': optOut,
    },
  },
  {
    title: 'Thank-you notes',
    routes: {
      'GET /thank-you-notes': ['listRecipients', 'getRecipient', 'getGiftRequestThankYouNote'],
    },
  },
]

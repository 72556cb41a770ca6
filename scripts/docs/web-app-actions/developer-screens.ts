import { only, type Screen } from './screen.ts'

const credentials = only('a token that creates credentials could give itself more permissions')
const simulation = only('fills an account of staging for a person who looks at it')

export const developerScreens: readonly Screen[] = [
  {
    title: 'Webhooks',
    routes: {
      'GET /endpoints': 'listEndpoints',
      'POST /endpoints': 'createEndpoint',
      'POST /endpoints/check': 'createEndpoint',
      'GET /endpoints/{id}': ['getEndpoint', 'listDeliveries'],
      'PATCH /endpoints/{id}': 'updateEndpoint',
      'DELETE /endpoints/{id}': 'deleteEndpoint',
      'POST /endpoints/{id}/check-signature': only('`bestow webhook verify` checks signatures'),
      'POST /endpoints/{id}/disable': 'updateEndpoint',
      'POST /endpoints/{id}/enable': 'updateEndpoint',
      'POST /endpoints/{id}/recover': 'recoverDeliveries',
      'GET /endpoints/{id}/recoverable': 'recoverDeliveries',
      'POST /endpoints/{id}/retry-waiting': 'resendDelivery',
      'POST /endpoints/{id}/rotate': 'rotateEndpointSecret',
      'POST /endpoints/{id}/rotate-key': 'rotateEndpointKey',
      'GET /endpoints/{id}/test': 'sendTestEvent',
      'POST /endpoints/{id}/test': 'sendTestEvent',
    },
  },
  {
    title: 'Deliveries and events',
    routes: {
      'GET /deliveries': 'listDeliveries',
      'GET /deliveries/{id}': 'getDelivery',
      'POST /deliveries/resend': 'resendDelivery',
      'GET /events': 'listEvents',
      'GET /events/{id}': 'getEvent',
      'GET /event-catalogue': only('the OpenAPI document describes the events'),
      'GET /event-catalogue/{type}/{version}': only('the OpenAPI document has the examples'),
    },
  },
  {
    title: 'API keys and apps',
    routes: {
      'GET /api-keys': credentials,
      'POST /api-keys': credentials,
      'GET /api-keys/traffic': credentials,
      'POST /api-keys/{id}/expire': credentials,
      'PUT /api-keys/{id}/allowed-addresses': credentials,
      'PUT /api-keys/{id}/scopes': credentials,
      'GET /connected-apps': credentials,
      'PATCH /connected-apps/{id}': credentials,
      'POST /connected-apps/{id}/disconnect': credentials,
      'GET /oauth-clients': credentials,
      'POST /oauth-clients': credentials,
      'POST /oauth-clients/{id}/revoke': credentials,
      'POST /oauth-clients/{id}/revoke-tokens': credentials,
      'POST /oauth-clients/{id}/rotate-secret': credentials,
      'PUT /oauth-clients/{id}/scopes': credentials,
    },
  },
  {
    title: 'Request log',
    routes: {
      'GET /requests': only('shows the requests of all keys, which one key must not read'),
      'GET /requests/{id}': only('shows the requests of all keys, which one key must not read'),
    },
  },
  {
    title: 'Simulator of staging',
    routes: {
      'GET /staging': simulation,
      'GET /staging/gift-requests/{id}': simulation,
      'POST /staging/clock/advance': 'advanceClock',
      'POST /staging/gift-requests/{id}/advance': 'advanceGiftRequest',
      'POST /staging/parcels/{id}/scan': simulation,
      'POST /staging/samples': simulation,
    },
  },
]

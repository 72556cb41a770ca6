import { forPages, forPeople, only, type Screen } from './screen.ts'

const membership = only('an admin decides which people have access')
const evidence = only('a token must not read the record of what it did')

const forEach = (routes: readonly string[], target: Screen['routes'][string]) =>
  Object.fromEntries(routes.map((route) => [route, target]))

export const accountScreens: readonly Screen[] = [
  {
    title: 'Settings of the account',
    routes: {
      'GET /account': only('branding and retention are decisions of an admin'),
      'PATCH /account': only('branding and retention are decisions of an admin'),
      'GET /text-messages': only('an admin decides which text messages the account pays for'),
      'PUT /text-messages': only('an admin decides which text messages the account pays for'),
      'POST /account/logo-check': forPages,
      'POST /account/branding-preview': only(
        'renders the pages that a person looks at before saving',
      ),
      'GET /email-status': only('an operator reads the metrics of the service'),
      'GET /system': only('an operator reads /readyz and the metrics'),
      'GET /approval-rule': only('an admin decides which sends of people wait for approval'),
      'PUT /approval-rule': only('an admin decides which sends of people wait for approval'),
      'GET /audit': evidence,
      'GET /audit.csv': evidence,
      'GET /audit/latest/{id}': evidence,
    },
  },
  {
    title: 'Chat alerts',
    routes: forEach(
      [
        'GET /chats',
        'POST /chats',
        'PATCH /chats/{id}',
        'DELETE /chats/{id}',
        'POST /chats/{id}/test',
      ],
      only('an admin decides which chats get messages; a program has webhooks'),
    ),
  },
  {
    title: 'Members',
    routes: forEach(
      [
        'GET /members',
        'PATCH /members/{id}',
        'DELETE /members/{id}',
        'POST /members/{id}/revoke-apps',
        'POST /members/{id}/transfer-admin',
        'POST /members/{id}/unlink-single-sign-on',
        'GET /invitations',
        'POST /invitations',
        'POST /invitations/bulk',
        'DELETE /invitations/{id}',
        'POST /invitations/{id}/link',
        'POST /invitations/{id}/resend',
      ],
      membership,
    ),
  },
  {
    title: 'Single sign-on',
    routes: forEach(
      [
        'GET /single-sign-on',
        'PUT /single-sign-on',
        'POST /single-sign-on/remove',
        'POST /single-sign-on/test',
      ],
      only('an admin decides how people sign in'),
    ),
  },
  {
    title: 'Sign-in',
    routes: forEach(
      [
        'POST /setup',
        'GET /session',
        'POST /session',
        'DELETE /session',
        'POST /session/code',
        'POST /session/passkey',
        'POST /session/passkey/options',
        'POST /password-reset',
        'PUT /password-reset',
        'PUT /email-confirmation',
        'POST /invitation',
        'POST /invitation/preview',
        'POST /invitation/single-sign-on',
        'POST /session/single-sign-on',
        'POST /session/single-sign-on/response',
      ],
      forPeople,
    ),
  },
  {
    title: 'Your sign-in methods',
    routes: forEach(
      [
        'GET /security',
        'POST /security/backup-codes',
        'POST /security/passkeys',
        'POST /security/passkeys/options',
        'DELETE /security/passkeys/{id}',
        'PUT /security/name',
        'POST /security/email',
        'DELETE /security/email',
        'PUT /security/password',
        'POST /security/totp',
        'PUT /security/totp',
        'POST /security/totp/disable',
        'POST /security/single-sign-on',
        'GET /sessions',
        'DELETE /sessions',
        'DELETE /sessions/{id}',
      ],
      forPeople,
    ),
  },
  {
    title: 'Every screen',
    routes: {
      'GET /search': ['listGiftRequests', 'listRecipients', 'listProducts'],
      'GET /stream': only('updates the rows of a page; a program receives webhooks'),
    },
  },
]

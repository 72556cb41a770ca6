/**
 * The addresses of the web app: each answers with the same page, which then shows what the address
 * names. A screen whose first part is new needs its line here (see packages/web/src/routes.ts).
 */
export const appPaths = [
  'sign-in',
  'forgot-password',
  'new-password',
  'invitation',
  'setup',
  'gift-requests',
  'campaigns',
  'catalogue',
  'one-links',
  'recipients',
  'developers',
  'settings',
  'send',
] as const

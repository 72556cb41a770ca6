/**
 * The paths of the web app. Each path returns the same page, and the page then shows the view of its URL. A
 * page with a new first path segment needs a line in this list (see packages/web/src/routes.ts).
 */
export const appPaths = [
  'sign-in',
  'forgot-password',
  'new-password',
  'new-email',
  'invitation',
  'decision',
  'setup',
  'single-sign-on',
  'attention',
  'gift-requests',
  'campaigns',
  'catalogue',
  'one-links',
  'recipients',
  'contacts',
  'occasions',
  'thank-you-notes',
  'developers',
  'settings',
  'send',
  'sends',
  'packing',
  'donations',
  'spend',
] as const

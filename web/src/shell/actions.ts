import type { Role } from '#web/session.ts'

interface Action {
  label: string
  path: string
  /** One key, or two one after the other, that go there. */
  keys?: string
  needs: Role
}

/** What the palette offers to do. An action is a place: the page there opens what is to be filled in. */
const actions: readonly Action[] = [
  { label: 'Send a gift', path: '/send', keys: 'c', needs: 'sender' },
  { label: 'Make a campaign', path: '/campaigns/new', needs: 'admin' },
  { label: 'Add a product', path: '/catalogue/new', needs: 'admin' },
  { label: 'Make a one-link', path: '/one-links?new=true', needs: 'sender' },
  { label: 'See what runs low', path: '/catalogue?stock=low', needs: 'sender' },
  { label: 'Invite somebody', path: '/settings/people?invite=true', needs: 'admin' },
  { label: 'Generate an API key', path: '/developers/api-keys?create=true', needs: 'admin' },
  { label: 'Add a webhook endpoint', path: '/developers/webhooks/new', needs: 'admin' },
  { label: 'Change your password', path: '/settings/profile', needs: 'sender' },
  { label: 'Sign out elsewhere', path: '/settings/sessions', needs: 'sender' },
]

export const actionsFor = (role: Role): Action[] =>
  actions.filter(({ needs }) => needs === 'sender' || role === 'admin')

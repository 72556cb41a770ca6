// Runs before the first paint, so that a dark page does not flash white and a signed-in user sees the frame at once.

// Requests the session in the account of this tab (src/account.ts) while the app loads.
const account =
  new URLSearchParams(location.search).get('in_account') ?? sessionStorage.getItem('bestow.account')
const preload = document.createElement('link')
preload.rel = 'preload'
preload.as = 'fetch'
preload.crossOrigin = ''
preload.href = `/admin/api/session${account ? `?in_account=${encodeURIComponent(account)}` : ''}`
document.head.append(preload)

const chosen = localStorage.getItem('mantine-color-scheme-value')
const isDark =
  chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

const isPublicPage = /^\/(sign-in|forgot-password|new-password|invitation|setup)/.test(
  location.pathname,
)
const frame = localStorage.getItem('bestow.frame')
if (frame && !isPublicPage) document.documentElement.dataset.frame = frame

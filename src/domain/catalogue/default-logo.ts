/** The logo of campaigns without one: a gift, in a neutral colour. */
export const defaultLogoFile = 'gift.svg'

export const defaultLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" role="img" aria-label="A present">
<g fill="none" stroke="#6b6472" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">
<path d="M8 22h32v18a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3z"/><path d="M5 14h38v8H5z"/><path d="M24 14v29"/>
<path d="M24 14c-3-7-7-9-10-8-4 1-3 8 10 8zm0 0c3-7 7-9 10-8 4 1 3 8-10 8z"/></g></svg>`

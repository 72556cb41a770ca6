/** The one token by which our style elements are known to be ours; see the page's policy. */
export const getCspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// What some libraries look for before they add a style element of their own.
Object.assign(globalThis, { __webpack_nonce__: getCspNonce() })

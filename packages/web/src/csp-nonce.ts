/** Returns the nonce for style elements. The Content-Security-Policy of the page has the same nonce. */
export const getCspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// Some libraries read this global before they add a style element.
Object.assign(globalThis, { __webpack_nonce__: getCspNonce() })

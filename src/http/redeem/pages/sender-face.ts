import { initials } from '#contract/initials'
import { html, type SafeHtml } from '#platform/lib/html'

/** Renders a round picture with the initials of the sender. The name stands beside it. */
export function renderFace(name: string): SafeHtml {
  const letters = initials(name)
  return letters === '' ? html`` : html`<span class="face" aria-hidden="true">${letters}</span>`
}

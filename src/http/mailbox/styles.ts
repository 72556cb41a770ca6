import { html } from '#platform/lib/html'
import { paletteCss } from '#platform/lib/palette'

/** The styles of the mailbox. The email in its iframe has its own styles. */
export const css = html`
  ${paletteCss}
  * { box-sizing: border-box }
  body { margin: 0; padding: 28px 20px 60px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 60rem; margin: 0 auto }
  header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; margin-bottom: 18px }
  h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere }
  header p { margin: 0; color: var(--quiet); flex: 1 }
  a { color: var(--plum) }
  a:focus-visible, pre:focus-visible { outline: 2px solid var(--plum); outline-offset: 2px }
  .button, nav a { display: inline-block; padding: 6px 14px; border: 1px solid var(--line); border-radius: 99px; background: var(--card); color: inherit; text-decoration: none }
  .mails { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
  .mails li + li { border-top: 1px solid var(--line) }
  .mails a { display: grid; grid-template-columns: 15rem 1fr auto; gap: 2px 16px; padding: 12px 18px; color: inherit; text-decoration: none; overflow-wrap: anywhere }
  .mails a:hover { background: color-mix(in srgb, var(--plum) 8%, transparent) }
  .to, .about { color: var(--quiet); font-size: .93rem }
  time { font-variant-numeric: tabular-nums }
  .state { padding: 1px 8px; border-radius: 99px; border: 1px solid var(--line) }
  .bounced, .failed { color: var(--error); border-color: currentcolor }
  .bubble { max-width: 22rem; margin: 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 18px 18px 18px 4px; background: var(--card); overflow-wrap: anywhere }
  .empty { padding: 40px; text-align: center; color: var(--quiet); border: 1px dashed var(--line); border-radius: 14px }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 18px }
  dt { color: var(--quiet) }
  dd { margin: 0; overflow-wrap: anywhere }
  nav { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-bottom: 14px }
  nav span { display: inline-flex; gap: 4px }
  nav a[aria-current] { background: var(--plum); border-color: var(--plum); color: var(--ground) }
  iframe { display: block; width: 100%; height: 900px; border: 1px solid var(--line); border-radius: 14px; background: #fff }
  iframe.phone { width: 390px; max-width: 100% }
  pre { margin: 0; padding: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }
  @media (max-width: 700px) { .mails a { grid-template-columns: 1fr } }
`

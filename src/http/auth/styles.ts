import { paletteCss } from '#platform/lib/palette'

/** The theme of the consent pages: cream and plum, with green for consent. It includes a dark mode. */
export const css = `
${paletteCss}
:root { --good-over: color-mix(in srgb, var(--good), var(--ink) 18%); }
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 1rem; display: flex; justify-content: center; align-items: center;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 27rem; padding: 1.75rem; overflow-wrap: anywhere;
  background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
}
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; font-weight: 400; text-wrap: balance; }
h1 b { font-weight: 650; }
p { margin: 0 0 .75rem; }
ul { margin: 0 0 .75rem; padding-left: 1.25rem; }
li { margin: .25rem 0; }
li::marker { color: var(--good); }
.brand { display: flex; align-items: center; gap: .5rem; margin-bottom: 1.25rem; font-weight: 650; color: var(--good); }
.stage { margin-left: auto; padding: .125rem .625rem; border-radius: 1rem; background: var(--stage); color: var(--on-stage); font-size: .8125rem; }
.quiet { color: var(--quiet); font-size: .875rem; }
.place { color: var(--ink); font-weight: 650; }
main > :last-child { margin-bottom: 0; }
form { margin: 1.25rem 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
label { display: block; margin-bottom: .25rem; font-weight: 550; font-size: .9375rem; }
input {
  width: 100%; min-height: 2.75rem; margin-bottom: 1rem; padding: .5rem .75rem;
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: .5rem;
}
input[aria-invalid] { border-color: var(--error); }
.choice { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: .25rem; }
button {
  flex: 1 1 auto; min-height: 2.75rem; padding: .5rem 1rem; cursor: pointer;
  font: inherit; font-weight: 600; color: var(--card); background: var(--good); border: 1px solid var(--good); border-radius: .5rem;
}
button:hover { background: var(--good-over); }
button.no { color: var(--ink); background: transparent; border-color: var(--edge); font-weight: 500; }
button.no:hover { background: var(--ground); }
:focus-visible { outline: 3px solid var(--good); outline-offset: 2px; }
.notice { padding: .75rem; border-radius: .5rem; background: var(--stage); color: var(--on-stage); font-size: .9375rem; }
.notice .place { color: inherit; }
.error { padding: .75rem; border-radius: .5rem; background: var(--error-soft); color: var(--error); font-size: .9375rem; }
`

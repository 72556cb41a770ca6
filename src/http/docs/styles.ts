import { paletteCss } from '#platform/lib/palette'

/** The theme of the documentation: cream and plum, with dark code blocks in both color schemes. */
export const css = `
${paletteCss}
:root {
  --code: #f3ece3; --night: #241a2b; --night-line: #3c2f45; --on-night: #efe6f2; --name: #f0a9d3; --text: #a8dcc4; --word: #f3cf91;
}
@media (prefers-color-scheme: dark) { :root { --code: #2b2233; --night: #100c14; --night-line: #332839; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: break-word; }
a { color: var(--plum); text-underline-offset: .2em; text-decoration-thickness: 1px; }
:focus-visible { outline: 3px solid var(--plum); outline-offset: 2px; border-radius: .25rem; }
code, pre, textarea, output { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
p { margin: 0 0 .75rem; overflow-wrap: anywhere; }
p code, td code, li > p code { padding: .0625rem .3125rem; border-radius: .3125rem; background: var(--code); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; z-index: 9; padding: .5rem 1rem; background: var(--card); }
header { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: .75rem; padding: .75rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line); }
header p, header a { margin: 0; white-space: nowrap; overflow-wrap: normal; } .ways { display: flex; gap: 1rem; margin-left: auto; font-size: .875rem; }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 650; color: var(--plum); text-decoration: none; }
.version { color: var(--quiet); font-size: .875rem; }
.stage { padding: .0625rem .5625rem; border-radius: 1rem; background: var(--stage); color: var(--on-stage); font-size: .75rem; white-space: nowrap; }
.page { max-width: 92rem; margin: 0 auto; }
nav { padding: 1rem 1.25rem; font-size: .875rem; border-bottom: 1px solid var(--line); }
nav summary { cursor: pointer; font-weight: 600; }
nav ul { list-style: none; margin: .25rem 0 0; padding: 0; }
nav li > a { display: block; padding: .25rem .5rem; border-radius: .375rem; color: var(--ink); text-decoration: none; }
nav li > a:hover { background: var(--plum-soft); }
nav li li > a { display: flex; gap: .5rem; align-items: baseline; }
nav li li .verb { flex: none; width: 3.875em; padding: 0; overflow-wrap: normal; }
nav details > ul > li > a { margin-top: .5rem; font-weight: 600; color: var(--plum); }
main:focus { outline: none; }
main { padding: 1.5rem 1.25rem 4rem; min-width: 0; }
h1 { margin: 0 0 .75rem; font-size: clamp(1.75rem, 4vw, 2.5rem); line-height: 1.15; font-weight: 680; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h3 { margin: 0 0 .375rem; font-size: 1.1875rem; line-height: 1.3; }
h4 { margin: 1.5rem 0 .25rem; font-size: .8125rem; font-weight: 600; color: var(--quiet); text-transform: uppercase; letter-spacing: .06em; }
.lead { max-width: 44rem; color: var(--quiet); }
.group + .group { margin-top: 3.5rem; padding-top: 2.5rem; border-top: 1px solid var(--line); }
.operation { display: grid; gap: 1.25rem; margin-top: 2.25rem; }
.says, .shows { min-width: 0; }
.route { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.verb { display: inline-block; min-width: 3.1em; white-space: nowrap; padding: 0 .375em; border-radius: .3125rem; font-size: .6875rem; line-height: 1.7; font-weight: 700; text-align: center; letter-spacing: .03em; color: var(--good); background: var(--good-soft); }
.verb.post, .verb.patch, .verb.put, .verb.delete { color: var(--plum); background: var(--plum-soft); }
.anchor { opacity: 0; font-weight: 400; text-decoration: none; } h3:hover .anchor, .anchor:focus { opacity: 1; }
h5 { margin: 1rem 0 0; font-size: .9375rem; }
.members { list-style: none; margin: 0; padding: 0; }
.members > li { padding: .625rem 0; border-top: 1px solid var(--line); }
.members > li:first-child { border-top: 0; }
.members p { margin: .125rem 0 0; font-size: .9375rem; }
.member code { padding: 0; background: none; font-weight: 650; font-size: .9375em; }
.type, .optional, .limits { color: var(--quiet); font-size: .8125rem !important; }
.optional::before { content: "· "; }
.members details { margin-top: .375rem; } .members summary { cursor: pointer; width: max-content; color: var(--plum); font-size: .875rem; }
.members .members { margin: .375rem 0 0 .375rem; padding-left: .875rem; border-left: 2px solid var(--line); }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
td, th { padding: .4375rem .75rem .4375rem 0; vertical-align: top; text-align: left; font-weight: 400; border-top: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--quiet); border-top: 0; }
.answers th { width: 3.5rem; } .headers code { overflow-wrap: anywhere; } .wide { overflow-x: auto; } .errors { min-width: 46rem; } .errors th, .errors td:not(:nth-child(3)) { white-space: nowrap; }
.status { padding: .0625rem .4375rem; border-radius: .3125rem; font-variant-numeric: tabular-nums; font-size: .8125rem; color: var(--error); background: var(--error-soft); }
.status.s2 { color: var(--good); background: var(--good-soft); }
figure { margin: 0 0 1rem; border: 1px solid var(--night-line); border-radius: .75rem; overflow: hidden; background: var(--night); color: var(--on-night); }
figcaption { padding: .4375rem 1rem; font-size: .8125rem; color: #b9a9c0; border-bottom: 1px solid var(--night-line); }
pre { margin: 0; padding: .875rem 1rem; overflow: auto; line-height: 1.55; font-size: .9375rem; tab-size: 2; overflow-wrap: normal; }
pre:focus-visible { outline-offset: -3px; outline-color: var(--name); }
pre.tall { max-height: 26rem; } .hljs-attr, .hljs-attribute, .hljs-name, .hljs-title, .hljs-section, .hljs-built_in { color: var(--name); } .hljs-string, .hljs-regexp { color: var(--text); } .hljs-keyword, .hljs-literal, .hljs-number, .hljs-type, .hljs-variable { color: var(--word); } .hljs-comment, .hljs-meta { color: #b9a9c0; }
.headers { margin: 0; } .headers td, .headers th { padding: .5rem 1rem; border-color: var(--night-line); } .headers code { color: var(--name); background: none; padding: 0; } .headers td code { color: var(--text); }
.code { position: relative; }
.copy { position: absolute; top: .25rem; right: .375rem; min-height: 1.75rem; padding: .125rem .625rem; font-size: .8125rem; font-weight: 500; color: var(--on-night); background: var(--night-line); }
.copy:focus-visible { outline-color: var(--name); }
figure.code:not(:has(figcaption)) pre { padding-right: 5rem; }
.samples { margin-bottom: 1rem; }
.tabs { display: flex; gap: .25rem; }
.tabs button { min-height: 2.25rem; padding: .25rem .875rem; border-radius: .5rem .5rem 0 0; font-size: .875rem; font-weight: 500; color: var(--quiet); background: none; border-bottom: 2px solid transparent; }
.tabs button:hover { color: var(--plum); } .tabs button[aria-selected=true] { color: var(--plum); border-color: var(--plum); font-weight: 650; }
.tabs ~ figure { margin: 0; border-top-left-radius: 0; } .samples:has(.tabs) { position: relative; } .tabs ~ .code { position: static; } .tabs ~ .code .copy { right: 0; } .tabs ~ .code pre { padding-right: 1rem; }
@media (scripting: enabled) { .samples [data-language] { display: none; } :root:not([data-language]) [data-language=curl], [data-language=curl] .samples [data-language=curl], [data-language=typescript] .samples [data-language=typescript], [data-language=python] .samples [data-language=python] { display: block; } }
.console { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); padding: .625rem 1rem; }
.console summary { cursor: pointer; font-weight: 600; color: var(--plum); } .console form { margin-top: .75rem; }
.refused { color: var(--error); } .response { margin-top: 1rem; } .response figure { margin: .5rem 0 0; } .response details pre { padding: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; } .response details summary { font-size: .875rem; font-weight: 500; }
.find { display: flex; align-items: center; gap: .5rem; margin-left: auto; min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; font-weight: 500; color: var(--quiet); background: var(--ground); border: 1px solid var(--edge); } .find + .ways { margin-left: 0; }
.find svg { flex: none; } kbd { padding: 0 .375rem; border: 1px solid var(--line); border-radius: .25rem; font: inherit; font-size: .75rem; background: var(--card); }
.search { width: min(42rem, calc(100vw - 2rem)); max-height: min(40rem, calc(100dvh - 2rem)); margin: 4rem auto auto; padding: 0; overflow: hidden; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; } .search[open] { display: flex; flex-direction: column; }
.search::backdrop { background: rgb(20 12 24 / .5); }
.query { display: flex; gap: .5rem; padding: .75rem; border-bottom: 1px solid var(--line); } .query .close { min-height: 2.5rem; padding: .25rem .875rem; font-size: .875rem; color: var(--plum); background: none; }
.search ul { list-style: none; margin: 0; padding: .375rem; overflow-y: auto; } .search ul:empty { display: none; } .search [role=status] { margin: 0; padding: .5rem 1rem; font-size: .8125rem; color: var(--quiet); } .search [role=status]:empty { padding: 0; }
.search li { padding: .5rem .75rem; border-radius: .5rem; cursor: pointer; } .search li[aria-selected=true] { background: var(--plum-soft); } .search li p, .search li span { margin: 0; font-size: .875rem; color: var(--quiet); overflow-wrap: anywhere; } .search strong { font-weight: 600; overflow-wrap: anywhere; } mark { color: inherit; background: var(--stage); border-radius: .125rem; }
label { display: block; margin-bottom: .625rem; } label span { display: block; font-size: .8125rem; color: var(--quiet); }
input, textarea { width: 100%; min-height: 2.5rem; padding: .4375rem .625rem; font-size: .9375rem; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: .5rem; }
input { font-family: inherit; } textarea { display: block; line-height: 1.5; font-size: .8125rem; resize: vertical; }
button { min-height: 2.75rem; padding: .375rem 1.5rem; cursor: pointer; font: inherit; font-weight: 600; color: var(--card); background: var(--plum); border: 0; border-radius: .5rem; }
output { display: block; max-height: 24rem; margin-top: .75rem; overflow: auto; white-space: pre-wrap; font-size: .8125rem; }
.resources > section { margin-top: 2rem; max-width: 44rem; } .says > section + section { margin-top: 1.5rem; }
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 3.25rem; align-self: start; max-height: calc(100vh - 3.25rem); overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  nav summary { display: none; }
  main { padding: 2.5rem 2.5rem 6rem; }
}
@media (min-width: 75rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.5rem; }
  .shows { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 5.5rem); overflow-y: auto; }
  .shows pre.tall { max-height: 22rem; }
}
@media (max-width: 34rem) { header { gap: .5rem; padding: .75rem; } .find { padding: .25rem .5rem; } .find kbd { display: none; } .find span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .search { margin-top: 1rem; } .version, .spare { display: none; } .ways { gap: .5rem; } }
@media (max-width: 59.99rem) { nav details:not(:target) > ul { max-height: 18rem; overflow-y: auto; } }
`

import { css } from './styles.ts'

/** The styles of guides. They are the styles of the reference and the styles of articles. */
export const guideCss = `${css}
.columns { display: grid; gap: 1.25rem; }
article { max-width: 46rem; min-width: 0; }
article h2 { margin-top: 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
article h3 { margin-top: 1.75rem; }
article ul, article ol { padding-left: 1.375rem; } article li { margin-bottom: .3125rem; }
article li code, article strong code { padding: .0625rem .3125rem; border-radius: .3125rem; background: var(--code); }
article img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
article blockquote { margin: 0 0 .75rem; padding: .125rem 1rem; border-left: 3px solid var(--plum); color: var(--quiet); }
article table { margin-bottom: .25rem; } article .wide { margin: .5rem 0 1.25rem; } article td { overflow-wrap: anywhere; min-width: 5.5rem; }
article td:first-child code { white-space: nowrap; }
article .code, article .samples { margin: .75rem 0 1.25rem; } article .samples .code { margin: 0; }
h2:hover .anchor { opacity: 1; }
.neighbours { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin: 3rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.neighbours span { display: block; font-size: .8125rem; color: var(--quiet); } .neighbours a { text-decoration: none; } .neighbours a[rel=next] { margin-left: auto; text-align: right; }
nav li > span { display: block; margin-top: .75rem; padding: .25rem .5rem; font-weight: 600; color: var(--plum); }
nav li li > a[aria-current] { background: var(--plum-soft); color: var(--plum); font-weight: 600; }
aside { font-size: .875rem; } aside summary { width: max-content; font-weight: 600; cursor: pointer; }
aside ul { list-style: none; margin: 0; padding: 0; } aside a { display: block; padding: .1875rem 0; color: var(--quiet); text-decoration: none; } aside a:hover { color: var(--plum); }
.home { max-width: 66rem; } .home section { margin-top: 2.5rem; }
.first { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; } .first a { padding: .625rem 1.25rem; border-radius: .5rem; border: 1px solid var(--plum); text-decoration: none; font-weight: 600; } .first a:first-child { background: var(--plum); color: var(--card); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .75rem; list-style: none; margin: 0; padding: 0; }
.cards li { position: relative; padding: .875rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; } .cards li:hover { border-color: var(--plum); }
.cards a { font-weight: 600; text-decoration: none; } .cards a::after { content: ""; position: absolute; inset: 0; border-radius: .75rem; } .cards p { margin: .25rem 0 0; color: var(--quiet); font-size: .9375rem; }
.plain { columns: 20rem; column-gap: 2rem; list-style: none; margin: 0; padding: 0; font-size: .9375rem; } .plain a { display: inline-block; padding: .1875rem 0; }
@media (max-width: 59.99rem) { nav details:not(:target) > ul { max-height: 14rem; } nav details[open] summary { margin-bottom: .5rem; } }
@media (max-width: 59.99rem) and (scripting: enabled) { nav details:not(:target) > ul { max-height: none; } }
@media (min-width: 82rem) {
  .columns { grid-template-columns: minmax(0, 46rem) minmax(0, 1fr); gap: 2.5rem; }
  aside { grid-area: 1 / 2; position: sticky; top: 5rem; align-self: start; max-height: calc(100vh - 6rem); overflow-y: auto; } aside summary { list-style: none; cursor: auto; pointer-events: none; }
}
@media print { nav, aside, .copy, .neighbours, header { display: none !important; } }
`

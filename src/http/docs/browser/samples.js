// @ts-nocheck: runs in browsers, whose globals the service does not have.

/*
 * Shows the samples of each operation as tabs. The chosen language applies to all operations and pages; it is stored
 * under `bestow-docs-language`. Styles show the chosen language by an attribute of the root element.
 */

const storageKey = 'bestow-docs-language'
const languages = ['curl', 'typescript', 'python']
const root = document.documentElement
const tabs = []

for (const [index, samples] of document.querySelectorAll('.samples').entries()) {
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language of the sample')
  for (const panel of samples.querySelectorAll('[data-language]')) {
    const { language } = panel.dataset
    const caption = panel.querySelector('figcaption')
    const tab = document.createElement('button')
    Object.assign(tab, { type: 'button', id: `tab-${index}-${language}` })
    tab.textContent = caption.textContent
    tab.dataset.tab = language
    tab.setAttribute('role', 'tab')
    panel.id = `sample-${index}-${language}`
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    caption.remove()
    list.append(tab)
    tabs.push(tab)
  }
  samples.prepend(list)
  list.addEventListener('click', ({ target }) => {
    if (target.dataset.tab !== undefined) choose(target.dataset.tab, target)
  })
  list.addEventListener('keydown', (event) => moveFocus(event, [...list.children]))
}

function moveFocus(event, siblings) {
  const index = siblings.indexOf(event.target)
  const last = siblings.length - 1
  const next = {
    ArrowRight: index === last ? 0 : index + 1,
    ArrowLeft: index === 0 ? last : index - 1,
    Home: 0,
    End: last,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  siblings[next].focus()
  choose(siblings[next].dataset.tab, siblings[next])
}

/** Blocks above the tab change their height. The page scrolls by the difference, so the tab stays where it is. */
function choose(language, tab) {
  const before = tab.getBoundingClientRect().top
  show(language)
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is off: the choice applies to this page.
  }
}

function show(language) {
  root.dataset.language = language
  for (const tab of tabs) {
    const isSelected = tab.dataset.tab === language
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
  }
}

function readChoice() {
  try {
    const stored = localStorage.getItem(storageKey)
    return languages.includes(stored) ? stored : 'curl'
  } catch {
    return 'curl'
  }
}

show(readChoice())
addEventListener('storage', ({ key, newValue }) => {
  if (key === storageKey && languages.includes(newValue)) show(newValue)
})
// The tabs moved the content below them.
if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()

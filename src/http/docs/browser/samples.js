// @ts-nocheck: runs in browsers, whose globals the service does not have.

/*
 * Shows the samples of each operation as tabs. The chosen language applies to all operations and pages. The
 * browser stores it under `bestow-docs-language`. An attribute of the root element tells the styles which
 * language was chosen.
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

/**
 * Shows the samples in a language. Blocks above the tab then change their height. The page scrolls by the
 * difference, so that the tab stays in its place.
 */
function choose(language, tab) {
  const before = tab.getBoundingClientRect().top
  show(language)
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // If the storage is off, the choice applies only to this page.
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
// The tabs have moved the content below them.
if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()

// @ts-nocheck: runs in browsers, whose globals the service does not have.

/*
 * Searches all pages of the documentation in the browser. The index loads when a reader first opens the
 * search. Without this script, pages have no search field.
 */

const maxHits = 20

const button = document.createElement('button')
Object.assign(button, { type: 'button', className: 'find' })
button.setAttribute('aria-haspopup', 'dialog')
button.setAttribute('aria-keyshortcuts', '/')
button.innerHTML =
  '<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M15.5 15.5 21 21" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg> <span>Search</span> <kbd aria-hidden="true">/</kbd>'
document.querySelector('header .ways').before(button)

const dialog = document.createElement('dialog')
dialog.className = 'search'
dialog.setAttribute('aria-label', 'Search the documentation')
dialog.innerHTML = `<div class="query"><input type="search" role="combobox" aria-label="Search the documentation" aria-autocomplete="list" aria-controls="hits" aria-expanded="false" placeholder="Operations, errors, settings, guides" autocomplete="off" spellcheck="false" maxlength="100"><button type="button" class="close">Close</button></div><ul id="hits" role="listbox" aria-label="Results"></ul><p role="status"></p>`
document.body.append(dialog)
const input = dialog.querySelector('input')
const list = dialog.querySelector('ul')
const status = dialog.querySelector('[role=status]')
let selected = -1
let searching

button.addEventListener('click', open)
dialog.querySelector('.close').addEventListener('click', () => dialog.close())
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  event.preventDefault()
  open()
})

function open() {
  if (dialog.open) return
  dialog.showModal()
  input.select()
  status.textContent = ''
  load().then(update, () => {
    status.textContent = 'The search index could not be loaded.'
  })
}

function load() {
  const names = ['minisearch', 'search-index', 'create-search']
  searching ??= Promise.all(names.map((name) => import(`/docs/${name}.js`))).then(
    ([{ default: MiniSearch }, { default: entries }, { createSearch }]) =>
      createSearch(MiniSearch, entries),
    (error) => {
      searching = undefined
      throw error
    },
  )
  return searching
}

input.addEventListener('input', () => load().then(update))

/** Shows the hits for the current text. The search is synchronous, so the last key press always decides. */
function update(search) {
  const query = input.value.trim()
  const hits = query === '' ? [] : search(query).slice(0, maxHits)
  list.replaceChildren(...hits.map(renderHit))
  input.setAttribute('aria-expanded', String(hits.length > 0))
  select(hits.length > 0 ? 0 : -1)
  status.textContent = query === '' ? '' : countText(hits.length)
}

const countText = (count) =>
  count === 0 ? 'No results. Try fewer or other words.' : `${count} result${count === 1 ? '' : 's'}`

function renderHit({ entry: [url, page, heading, text], terms }, index) {
  const item = document.createElement('li')
  item.id = `hit-${index}`
  item.dataset.url = url
  item.setAttribute('role', 'option')
  const title = document.createElement('strong')
  title.append(...highlight(heading, terms))
  const place = document.createElement('span')
  place.textContent = page === heading ? '' : page
  const excerpt = document.createElement('p')
  excerpt.append(...highlight(cut(text, terms), terms))
  item.append(title, ' ', place, excerpt)
  item.addEventListener('click', (event) => go(item, event))
  item.addEventListener('pointermove', () => select(index, false))
  return item
}

/** Returns the part of a text around the first matching word. */
function cut(text, terms) {
  const lower = text.toLowerCase()
  const matches = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0)
  const start = Math.max(0, Math.min(...matches, text.length) - 60)
  if (matches.length === 0 || start === 0)
    return text.length > 160 ? `${text.slice(0, 160)}…` : text
  return `…${text.slice(text.indexOf(' ', start) + 1, start + 160)}…`
}

function highlight(text, terms) {
  const pattern = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (pattern === '') return [text]
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part, index) => {
    if (index % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

input.addEventListener('keydown', (event) => {
  const { length } = list.children
  const next = {
    ArrowDown: selected + 1 < length ? selected + 1 : 0,
    ArrowUp: selected > 0 ? selected - 1 : length - 1,
  }[event.key]
  if (next !== undefined && length > 0) {
    event.preventDefault()
    select(next)
  }
  if (event.key === 'Enter' && list.children[selected] !== undefined) {
    event.preventDefault()
    go(list.children[selected], event)
  }
})

function select(index, isVisible = true) {
  selected = index
  for (const [at, item] of [...list.children].entries())
    item.setAttribute('aria-selected', String(at === index))
  const item = list.children[index]
  if (item === undefined) input.removeAttribute('aria-activedescendant')
  else input.setAttribute('aria-activedescendant', item.id)
  if (isVisible) item?.scrollIntoView({ block: 'nearest' })
}

function go(item, event) {
  if (event.ctrlKey || event.metaKey)
    return void window.open(item.dataset.url, '_blank', 'noopener')
  dialog.close()
  location.assign(item.dataset.url)
}

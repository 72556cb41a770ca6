// @ts-nocheck: runs in browsers; the service is compiled without DOM types.

/*
 * Progressive enhancement; the pages work without it. Blocks double submits, blocks submits while offline,
 * updates the address fields in place when the country changes, limits, counts and names the items of a choice, and counts
 * the characters of a note.
 */
const find = (selector) => document.querySelector(selector)
const { offline, sending } = document.body.dataset
const toast = document.createElement('p')
toast.className = 'toast'
toast.setAttribute('role', 'status')
document.body.append(toast)

document.addEventListener('submit', (event) => {
  const form = event.target
  if (form.dataset.sent) return event.preventDefault()
  if ('repeatable' in form.dataset) return // a download leaves the page as it is
  if (!navigator.onLine) {
    event.preventDefault()
    toast.textContent = offline
    return
  }
  form.dataset.sent = 'yes'
  // Deferred until the browser has read the pressed button.
  setTimeout(() => {
    event.submitter?.setAttribute('aria-disabled', 'true')
    toast.textContent = sending
  })
})
addEventListener('online', () => {
  toast.textContent = ''
})
// Restores the buttons after Back (page from the back/forward cache).
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const form of document.forms) delete form.dataset.sent
  for (const pressed of document.querySelectorAll('[aria-disabled]'))
    pressed.removeAttribute('aria-disabled')
  toast.textContent = ''
})

// Focuses the error summary, since some browsers ignore autofocus on it.
find('#summary')?.focus()

// Places the caret after the text that a lookup filled: the numbers follow it. A shorter text ends at its length.
find('input[autofocus]')?.setSelectionRange(999, 999)

// A link under the pictures scrolls only them, and adds no entry to the history.
for (const dots of document.querySelectorAll('.dots'))
  dots.addEventListener('click', (event) => {
    const target = document.getElementById(event.target.closest('a')?.hash.slice(1))
    if (!target) return
    event.preventDefault()
    const strip = target.parentElement
    const offset = target.getBoundingClientRect().left - strip.getBoundingClientRect().left
    strip.scrollBy({ left: offset, behavior: 'smooth' })
  })

// Shows the copy buttons if the browser supports the clipboard API.
for (const copy of document.querySelectorAll('[data-copy]')) {
  copy.hidden = !navigator.clipboard
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(copy.dataset.copy)
    toast.textContent = copy.dataset.copied
  })
}

const country = find('#address #country')
const go = find('#address .go')
if (country && go) {
  go.hidden = true
  country.addEventListener('change', () => void fetchFields(country.form))
}

/** Sends the same request as the country button and replaces only the fields. */
async function fetchFields(form) {
  const body = new URLSearchParams(new FormData(form))
  body.set('do', 'country')
  try {
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fields = page.getElementById('fields')
    // An error of the country belongs to the whole page.
    const error = '#country-error'
    if (page.querySelector(error) || find(error)) return go.querySelector('button').click()
    if (!response.ok || !fields) throw new Error('the response contains no fields')
    const old = document.getElementById('fields')
    // Preserves input that was typed during the request.
    for (const { name, value } of old.querySelectorAll('input'))
      if (value !== '') fields.querySelector(`input[name="${name}"]`)?.setAttribute('value', value)
    old.replaceWith(fields)
    const announcement = form.querySelector('[data-done]')
    announcement.textContent = page.querySelector('[data-done]').dataset.done
  } catch {
    go.hidden = false
  }
}

// Shows the name of the chosen item on the button.
const withName = find('[data-with]')
if (withName) {
  const plain = withName.textContent
  const showName = () => {
    const card = withName.form.querySelector('[name=variant]:checked')?.closest('.card')
    const name = card?.querySelector('.what')?.textContent.trim() ?? ''
    const fits = name !== '' && name.length <= 40
    withName.textContent = fits ? withName.dataset.with.replace('{}', () => name) : plain
  }
  withName.form.addEventListener('change', showName)
  addEventListener('pageshow', showName)
  showName()
}

const several = find('[data-max]')
const counter = find('[data-counter]')
if (several && counter) {
  const max = Number(several.dataset.max)
  const listChecked = (root) => [...root.querySelectorAll('input:checked')]
  const show = (text, isFull) => {
    counter.hidden = false
    counter.textContent = text
    counter.classList.toggle('full', isFull)
  }
  const showCount = () => {
    const count = listChecked(several).length
    show(counter.dataset.counter.replace('{}', count), count === max)
  }
  several.addEventListener('change', ({ target }) => {
    // One version of a product: the new one replaces the other one.
    const card = target.closest('fieldset.card')
    if (card && target.checked)
      for (const other of listChecked(card)) other.checked = other === target
    if (listChecked(several).length <= max) return showCount()
    target.checked = false
    show(several.dataset.full, true)
  })
  // The browser may restore the checked items after Back.
  addEventListener('pageshow', showCount)
  showCount()
}

// Shrinks large photos before the upload. A photo that the browser cannot read stays as it is.
const photos = find('[data-shrink]')
photos?.addEventListener('change', async () => {
  const files = new DataTransfer()
  for (const file of photos.files) files.items.add(await shrink(file).catch(() => file))
  photos.files = files.files
})

async function shrink(file) {
  if (file.size < 1_500_000) return file
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, 2_000 / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  return blob === null ? file : new File([blob], 'photo.jpg', { type: blob.type })
}

const note = find('#text')
const left = find('[data-left]')
if (note && left) {
  const defaultText = left.textContent
  const count = () => {
    const rest = note.maxLength - note.value.length
    left.textContent = rest < 200 ? left.dataset.left.replace('{}', rest) : defaultText
  }
  note.addEventListener('input', count)
  for (const starter of document.querySelectorAll('[data-text]'))
    starter.addEventListener('click', (event) => {
      event.preventDefault()
      const before = note.value.trim()
      if (before.endsWith(starter.dataset.text)) return note.focus()
      note.value = before === '' ? starter.dataset.text : `${before} ${starter.dataset.text}`
      count()
      note.focus()
    })
}

// The page of the card prints itself; without the script, the browser's menu does.
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

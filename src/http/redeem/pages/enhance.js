// @ts-nocheck: runs in browsers; the service is compiled without DOM types.

/*
 * The script of the recipient pages, which also work without it. The script prevents double submits and
 * submits while offline. It updates the address fields when the country changes. It limits, counts and names
 * the items of a choice, and counts the characters of a note.
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
  if ('repeatable' in form.dataset) return // a download does not change the page
  if (!navigator.onLine) {
    event.preventDefault()
    toast.textContent = offline
    return
  }
  form.dataset.sent = 'yes'
  // This runs later, after the browser has read which button was pressed.
  setTimeout(() => {
    event.submitter?.setAttribute('aria-disabled', 'true')
  })
  // While a gift is opening, its ribbon moves. The words come only if that takes long.
  setTimeout(showSending, find('.unwrap') ? 4_000 : 0)
})
function showSending() {
  if (find('[data-sent]')) toast.textContent = sending
}
addEventListener('online', () => {
  toast.textContent = ''
})
// The buttons become active again after Back, when the page comes from the back/forward cache.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  for (const form of document.forms) delete form.dataset.sent
  for (const pressed of document.querySelectorAll('[aria-disabled]'))
    pressed.removeAttribute('aria-disabled')
  toast.textContent = ''
})

// A click ends the scene in which the gift opens.
find('.stage')?.addEventListener('click', ({ currentTarget }) => currentTarget.remove())

// The error summary gets the focus, because some browsers ignore `autofocus` on it.
find('#summary')?.focus()

// The caret moves to the end of the text that a lookup filled, because the numbers follow there. If the text
// is shorter, the caret moves to its end.
find('input[autofocus]')?.setSelectionRange(999, 999)

// A link below the pictures scrolls only the pictures. It adds no entry to the history.
for (const dots of document.querySelectorAll('.dots'))
  dots.addEventListener('click', (event) => {
    const target = document.getElementById(event.target.closest('a')?.hash.slice(1))
    if (!target) return
    event.preventDefault()
    const strip = target.parentElement
    const offset = target.getBoundingClientRect().left - strip.getBoundingClientRect().left
    strip.scrollBy({ left: offset, behavior: 'smooth' })
  })

// The copy buttons are visible only if the browser supports the clipboard API.
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

/** Sends the same request as the country button, but replaces only the fields of the page. */
async function fetchFields(form) {
  const body = new URLSearchParams(new FormData(form))
  body.set('do', 'country')
  try {
    const response = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fields = page.getElementById('fields')
    // An error about the country concerns the whole page, so the whole page loads again.
    const error = '#country-error'
    if (page.querySelector(error) || find(error)) return go.querySelector('button').click()
    if (!response.ok || !fields) throw new Error('the response contains no fields')
    const old = document.getElementById('fields')
    // Text that the recipient typed during the request is not lost.
    for (const { name, value } of old.querySelectorAll('input'))
      if (value !== '') fields.querySelector(`input[name="${name}"]`)?.setAttribute('value', value)
    old.replaceWith(fields)
    const announcement = form.querySelector('[data-done]')
    announcement.textContent = page.querySelector('[data-done]').dataset.done
  } catch {
    go.hidden = false
  }
}

// The button shows the name of the chosen item.
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
    // Only one version of a product can be chosen, so the new version replaces the old one.
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

// Large photos become smaller before the upload. A photo that the browser cannot read stays unchanged.
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

// This button prints the page of the card. Without the script, the menu of the browser prints it.
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

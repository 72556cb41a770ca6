// @ts-nocheck: runs in browsers, whose globals the service does not have.

/*
 * Sends the requests of the console to the instance that served the page. The token is only in a variable of
 * this page. No URL, storage or form state contains it, and a reload removes it.
 */

let token = ''
const tokenFields = document.querySelectorAll('input[data-token]')

for (const details of document.querySelectorAll('.console')) details.hidden = false
for (const field of tokenFields)
  field.addEventListener('input', () => setToken(field.value.trim(), field))
addEventListener('pagehide', () => setToken(''))

/**
 * Copies the token to the fields of all forms. If the token belongs to production, the function deletes it
 * and does not send it.
 */
function setToken(text, source) {
  const isRefused = /^svc-(v1|key)-production-/.test(text)
  token = isRefused ? '' : text
  for (const field of tokenFields) {
    if (field !== source || isRefused) field.value = token
    field.form.querySelector('.refused').hidden = !(isRefused && field === source)
  }
}

for (const form of document.querySelectorAll('.console form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })

async function send(form) {
  const response = form.querySelector('.response')
  const button = form.querySelector('button')
  if (button.disabled) return
  button.disabled = true
  show(response, 'Waiting …')
  try {
    show(response, ...(await request(form)))
  } catch (error) {
    show(response, `No response: ${error.message}`)
  } finally {
    button.disabled = false
    button.focus()
  }
}

async function request(form) {
  const { method, path } = form.dataset
  const headers = { Authorization: `Bearer ${token}` }
  const query = new URLSearchParams()
  let url = path
  for (const { name, value, dataset } of form.querySelectorAll('input[data-in]')) {
    const text = value.trim()
    if (dataset.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(text))
    else if (text === '') continue
    else if (dataset.in === 'header') headers[name] = text
    else if (name === 'metadata') appendMetadata(query, text)
    else query.set(name, text)
  }
  const body = form.querySelector('textarea')?.value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const began = performance.now()
  const response = await fetch(query.size > 0 ? `${url}?${query}` : url, {
    method: method.toUpperCase(),
    headers,
    body,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - began)
  const status = `${response.status} ${response.statusText} · ${ms} ms`
  return [status, [...response.headers].map((pair) => pair.join(': ')).join('\n'), format(text)]
}

/**
 * Adds a metadata parameter to a query. The user writes `order=4711`, and the query contains
 * `metadata[order]=4711`.
 */
function appendMetadata(query, text) {
  const [name, ...value] = text.split('=')
  query.set(`metadata[${name}]`, value.join('='))
}

function show(output, status, headers = '', body = '') {
  const isError = /^(?!2\d\d )/.test(status) && /^\d/.test(status)
  output.hidden = false
  output.querySelector('[data-part=status]').textContent = status
  output.querySelector('[data-part=status]').className = `status${isError ? '' : ' s2'}`
  for (const [part, text] of Object.entries({ headers, body })) {
    const block = output.querySelector(`[data-part=${part}]`)
    block.textContent = text
    block.parentElement.hidden = text === ''
  }
}

function format(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text.slice(0, 100_000)
  }
}

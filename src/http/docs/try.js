// @ts-nocheck: runs in browsers, whose globals the service does not have.

/* Sends the forms of the reference to this instance. The token is stored in this tab only. */

const token = document.querySelector('#token')
for (const hidden of document.querySelectorAll('.try, .token')) hidden.hidden = false
token.value = sessionStorage.getItem('token') ?? ''
token.addEventListener('input', () => sessionStorage.setItem('token', token.value))
token.form.addEventListener('submit', (event) => event.preventDefault())

for (const form of document.querySelectorAll('.try form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

async function send(form) {
  const { method, path } = form.dataset
  const headers = { Authorization: `Bearer ${token.value.trim()}` }
  const query = new URLSearchParams()
  let url = path
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value.trim()))
    else if (value.trim() === '') continue
    else if (dataset.in === 'header') headers[name] = value.trim()
    else query.set(name, value.trim())
  }
  const body = form.querySelector('textarea')?.value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const output = form.querySelector('output')
  output.textContent = 'Waiting …'
  try {
    const began = performance.now()
    const search = query.size > 0 ? `?${query}` : ''
    const response = await fetch(url + search, { method: method.toUpperCase(), headers, body })
    const text = await response.text()
    const ms = Math.round(performance.now() - began)
    const id = response.headers.get('request-id')
    output.textContent = `${response.status} ${response.statusText} · ${ms} ms · ${id}\n\n${pretty(text)}`
  } catch (error) {
    output.textContent = `No response: ${error.message}`
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

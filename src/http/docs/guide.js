// @ts-nocheck: runs in browsers, whose names the service does not have.

/* Comforts. Without it, or without a clipboard, there are no buttons, and the list of pages stays open. */

const narrow = matchMedia('(max-width: 59.99rem)')
const list = document.querySelector('nav details')
const fit = () => {
  list.open = !narrow.matches
}
narrow.addEventListener('change', fit)
fit()

for (const button of navigator.clipboard === undefined ? [] : document.querySelectorAll('.copy')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const code = button.parentElement.querySelector('code').textContent
    const isDone = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    button.textContent = isDone ? 'Copied' : 'Not copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
}

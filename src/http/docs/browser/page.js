// @ts-nocheck: runs in browsers, whose globals the service does not have.

/*
 * Progressive enhancement: without this script or a clipboard, pages have no copy buttons and the navigation stays
 * open.
 */

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

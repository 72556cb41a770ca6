// @ts-nocheck: runs in browsers, whose names the service does not have.

/* Puts the code of a block on the clipboard. Without it, or without a clipboard, there are no buttons. */

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

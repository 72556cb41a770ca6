/** Spanish texts about changes after the confirmation. */
// biome-ignore format: one text a line
export const esChanges = {
  'title.change': 'Cambiar el regalo',
  'change.section': '¿Has cambiado de idea?',
  'change.until': 'Puedes cambiar el regalo o la dirección hasta que lo empaquetemos.',
  'change.untilAddress': 'Puedes cambiar la dirección hasta que empaquetemos tu regalo.',
  'change.heading': 'Cambia tu regalo',
  'change.lead': 'Elige otro y te enviaremos ese.',
  'change.save': 'Guardar mi elección',
  'change.keep': 'Quedarme con el mío',
  'change.required': 'Elige un regalo.',
  'change.gone': 'Lo sentimos, ese se acaba de agotar. Tu regalo no ha cambiado. Puedes elegir otro.',
  'change.proveLead': 'Para que solo tú puedas cambiar el regalo, primero te enviamos un enlace por correo.',
  'change.saved': 'Tus cambios están guardados.',
  'change.pending': 'Estamos haciendo el cambio. Todavía no es definitivo: te avisaremos por correo en cuanto lo sea.',
  'change.packing': 'Estamos empaquetando tu regalo y ya no se puede cambiar.',
  'change.late': 'Lo sentimos, acabamos de empaquetar tu regalo. No ha cambiado nada.',
  'change.busy': 'Estamos imprimiendo la etiqueta de envío. Vuelve a intentarlo dentro de un minuto.',
  'change.limit': 'Ya has cambiado este regalo muchas veces. Si necesitas otro cambio, escribe a {{sender}}.',
  'change.later': 'Podrás cambiar el regalo y la dirección hasta que lo empaquetemos.',
} as const

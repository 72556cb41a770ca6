/** Spanish texts about the choice of several items. */
// biome-ignore format: one text a line
export const esSeveral = {
  'choose.headingSeveral': 'Elige tus regalos',
  'choose.leadSeveral': 'Elige los que más te gusten. Tómate tu tiempo: guardaremos tu elección.',
  'choose.upTo': 'Elige hasta {{max}} regalos',
  'choose.counter': 'Has elegido {{chosen}} de {{max}}',
  'choose.full': 'Ya has elegido {{max}}. Quita uno para elegir otro.',
  'choose.requiredSeveral': 'Elige al menos un regalo.',
  'choose.tooMany': 'Elige {{max}} regalos como máximo.',
  'choose.oneVersion': 'Elige una sola versión: {{names}}.',
  'choose.goneOneOfSeveral_one': 'Lo sentimos, {{names}} se acaba de agotar. Hemos guardado el resto de tu elección. Elige otra cosa en su lugar o continúa.',
  'choose.goneOneOfSeveral_many': 'Lo sentimos, estos productos se acaban de agotar: {{names}}. Hemos guardado el resto de tu elección. Elige otra cosa en su lugar o continúa.',
  'choose.goneOneOfSeveral_other': 'Lo sentimos, estos productos se acaban de agotar: {{names}}. Hemos guardado el resto de tu elección. Elige otra cosa en su lugar o continúa.',
  'change.leadSeveral': 'Elige los regalos que prefieras y te enviaremos esos.',
  'change.goneNamed_one': 'Lo sentimos, {{names}} se acaba de agotar. Tu regalo no ha cambiado. Puedes elegir otra cosa.',
  'change.goneNamed_many': 'Lo sentimos, estos productos se acaban de agotar: {{names}}. Tu regalo no ha cambiado. Puedes elegir otra cosa.',
  'change.goneNamed_other': 'Lo sentimos, estos productos se acaban de agotar: {{names}}. Tu regalo no ha cambiado. Puedes elegir otra cosa.',
} as const

/** French texts about changes after the confirmation. */
// biome-ignore format: one text a line
export const frChanges = {
  'title.change': 'Changer de cadeau',
  'change.section': 'Vous avez changé d’avis ?',
  'change.until': 'Vous pouvez changer de cadeau ou d’adresse tant que le colis n’est pas emballé.',
  'change.untilAddress': 'Vous pouvez modifier l’adresse tant que le colis n’est pas emballé.',
  'change.heading': 'Changer de cadeau',
  'change.lead': 'Choisissez-en un autre : c’est celui-là que nous vous enverrons.',
  'change.save': 'Enregistrer mon choix',
  'change.keep': 'Garder mon cadeau',
  'change.required': 'Veuillez choisir un cadeau.',
  'change.gone': 'Désolé, ce cadeau vient d’être épuisé. Le vôtre n’a pas changé. Vous pouvez en choisir un autre.',
  'change.proveLead': 'Pour que vous seul puissiez changer de cadeau, nous envoyons d’abord un lien à votre adresse e-mail.',
  'change.saved': 'Vos modifications sont enregistrées.',
  'change.pending': 'Votre modification est en cours. Elle n’est pas encore définitive : nous vous enverrons un e-mail dès que ce sera fait.',
  'change.packing': 'Votre cadeau est en train d’être emballé et ne peut plus être modifié.',
  'change.late': 'Désolé, votre cadeau vient d’être emballé. Rien n’a été modifié.',
  'change.busy': 'Nous imprimons l’étiquette d’expédition. Réessayez dans une minute.',
  'change.limit': 'Vous avez déjà modifié ce cadeau de nombreuses fois. Contactez {{sender}} pour toute autre modification.',
  'change.later': 'Vous pourrez encore changer de cadeau ou d’adresse tant que le colis n’est pas emballé.',
} as const

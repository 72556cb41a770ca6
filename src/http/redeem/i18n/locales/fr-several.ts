/** French texts about the choice of several items. */
// biome-ignore format: one text a line
export const frSeveral = {
  'choose.headingSeveral': 'Choisissez vos cadeaux',
  'choose.leadSeveral': 'Choisissez ceux qui vous plaisent le plus. Prenez votre temps : nous enregistrons votre choix.',
  'choose.upTo': 'Choisissez jusqu’à {{max}} cadeaux',
  'choose.counter': 'Votre choix : {{chosen}} sur {{max}}',
  'choose.full': 'Vous avez déjà choisi {{max}} cadeaux. Retirez-en un pour en prendre un autre.',
  'choose.requiredSeveral': 'Veuillez choisir au moins un cadeau.',
  'choose.tooMany': 'Veuillez choisir {{max}} cadeaux au maximum.',
  'choose.oneVersion': 'Veuillez choisir une seule version : {{names}}.',
  'choose.goneOneOfSeveral_one': 'Désolés, cet article vient d’être épuisé : {{names}}. Le reste de votre choix est conservé. Choisissez autre chose à la place ou continuez.',
  'choose.goneOneOfSeveral_many': 'Désolés, ces articles viennent d’être épuisés : {{names}}. Le reste de votre choix est conservé. Choisissez autre chose à la place ou continuez.',
  'choose.goneOneOfSeveral_other': 'Désolés, ces articles viennent d’être épuisés : {{names}}. Le reste de votre choix est conservé. Choisissez autre chose à la place ou continuez.',
  'change.leadSeveral': 'Choisissez les cadeaux que vous préférez : ce sont ceux-là que nous vous enverrons.',
  'change.goneNamed_one': 'Désolés, cet article vient d’être épuisé : {{names}}. Votre cadeau n’a pas changé. Vous pouvez choisir autre chose.',
  'change.goneNamed_many': 'Désolés, ces articles viennent d’être épuisés : {{names}}. Votre cadeau n’a pas changé. Vous pouvez choisir autre chose.',
  'change.goneNamed_other': 'Désolés, ces articles viennent d’être épuisés : {{names}}. Votre cadeau n’a pas changé. Vous pouvez choisir autre chose.',
} as const

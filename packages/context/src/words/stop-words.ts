/** Words that do not help to find code: English function words, and words that occur in every issue. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  cannot could did do does doing don down during each etc few for from further get gets getting got had has have having he
  her here hers him his how however i if in into is it its itself just like me more most my no nor not now of off on once
  only or other our out over own please same she should so some such than that the their them then there these they this
  those through to too under until up us use used uses using very via want was we were what when where which while who whom
  why will with would you your yours
  actual actually describe described description expected example following happen happens instead issue problem reproduce
  repro see seem seems steps thanks think thing try tried trying way work working works`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Why one of the commonest passwords is refused. */
export const COMMON_PASSWORD = "Esa contraseña es muy común. Elegí otra más difícil de adivinar";

/**
 * Base words of the commonest passwords, in our users' languages. Since an upper-case letter and a digit are required,
 * a common password is one of these with a short tail ("Argentina2024", "P@ssw0rd1", "Qwerty12").
 */
const words = new Set(
  `
  pass password passwort passwords motdepasse contrasena contrasenia contraseña miclave micontrasena login username
  admin admins administrator administrador root toor super superuser master default changeme welcome hello hola
  holahola holamundo helloworld letmein letmeinnow trustno qwer qwert qwerty qwertyu qwertyui qwertyuiop qwertz azerty
  asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz wsx qazwsx qazwsxedc zaq zaqwsx zaqxsw
  wsxzaq asdfasdf qweasd qweasdzxc qweqwe asdasd zxczxc poiuyt poiuytrewq lkjhgf mnbvcxz abc abcd abcde abcdef abcdefg
  abcdefgh abcabc aaa aaaa qwe asd zxc xxx xyz iloveyou iloveu loveyou love lovely lover forever teamo teamomucho
  teamobebe tequiero mivida miamor amor amores amormio amorcito corazon bebe baby babygirl babyboy princesa princess
  prince principe angel angels angelito angeles hermosa hermoso bonita bonito linda lindo chiquita chiquito gordita
  gordito negrita negrito flaquita reina queen king rey mama papa mamita papito mamapapa familia family hermanos
  amigos amigas friends friend mariposa estrella estrellita solcito sunshine sunny summer winter spring autumn flower
  flowers flores rosa rosita chocolate cookie coffee cafe pizza banana cheese argentina argentino argentinos
  buenosaires baires capitalfederal cordoba rosario mendoza laplata mardelplata patagonia tucuman boca bocajuniors
  bocacampeon river riverplate riverplatense racing independiente sanlorenzo velez huracan maradona messi lionelmessi
  leomessi campeon campeones mundial futbol football soccer fulbito mexico colombia chile peru uruguay paraguay
  bolivia brasil brazil venezuela ecuador espana barcelona madrid realmadrid america chivas liverpool chelsea arsenal
  manchester juventus milan ronaldo cristiano neymar dios jesus jesucristo cristo diosesamor jesusteamo jesusmeama
  cristovive virgen bendicion bendiciones esperanza alejandro alejandra andres antonio antonella benjamin carlos
  carolina cecilia claudia cristian cristina daniel daniela david eduardo facundo federico fernanda fernando florencia
  francisco franco gabriel gabriela gonzalo guadalupe guillermo gustavo ignacio javier jessica jorge jose joaquin juan
  julian juliana julieta karina laura leandro leonardo lucas lucia luciano luis marcela marcelo marcos maria mariana
  martin martina matias mateo mauricio maximiliano micaela miguel monica natalia nicolas pablo patricia paula pedro
  ramiro ricardo roberto rocio rodrigo romina santiago sebastian silvia sofia tomas valentin valentina valeria vanesa
  vanessa veronica victor victoria ximena yamila agustin agustina adam alex alexander alexandra amanda andrew anthony
  ashley austin brandon charlie chris christian daniella donald elizabeth emily george hannah harley heather hunter
  jackson jacob james jason jasmine jennifer jeremy jessie john johnny jordan joseph joshua justin justine katie kevin
  lauren matthew maverick melissa michael michelle natasha nicholas nicole patrick phoenix rachel richard robert
  samantha samuel sarah scott stephanie steven taylor thomas tiffany tigger tyler whitney william zachary monkey
  dragon tiger lion tigre leon wolf shadow eagle falcon hawk snoopy garfield mickey minnie pikachu pokemon naruto goku
  dragonball batman superman spiderman ironman avengers marvel starwars yoda matrix harrypotter kitty hellokitty
  barbie winnie pooh simpson homer bart scooby mustang ferrari porsche mercedes yamaha honda toyota chevrolet ford
  renault peugeot corvette camaro harleydavidson computer computadora internet google gmail hotmail yahoo facebook
  instagram whatsapp twitter tiktok youtube microsoft windows linux apple iphone samsung android nokia motorola
  baseball basketball hockey tennis golf soccerball michaeljordan yankees cowboys lakers steelers eagles packers
  dallas newyork london paris california texas florida chicago boston orange purple yellow green blue red black white
  silver golden azul rojo verde negro blanco amarillo rosado celeste celesteyblanco fuckyou fuck fucking asshole bitch
  sexy hottie puto puta mierda culo boludo pelotudo concha killer hacker hackers ninja warrior guerrero pirate pirata
  cowboy soldier soldado samurai player gamer gaming minecraft fortnite roblox counterstrike freefire metallica
  nirvana slipknot redonditos sodastereo reggaeton cumbia guitarra guitar freedom libertad peace happy feliz felicidad
  sonrisa lucky suerte diamond diamante thunder gateway scooter raiders apollo rangers chicken chester turkey gandalf
  charles shannon marino madison winston panther monster crystal rebecca bulldog fishing digital dolphin fuckoff
  scorpio cameron babylon wrinkle front satan devil formula rush
`
    .split(/\s+/)
    .filter(Boolean),
);

const walks = [
  "1234567890",
  "0987654321",
  "qwertyuiop",
  "poiuytrewq",
  "asdfghjkl",
  "lkjhgfdsa",
  "zxcvbnm",
  "mnbvcxz",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "a1s2d3f4g5h6j7k8l9",
  "z1x2c3v4b5n6m7",
  "1qa2ws3ed4rf",
  "aa1234567890",
  "zaq12wsxcde34rfv",
  "1a2b3c4d5e6f7g8h9i",
  "a1b2c3d4e5f6g7h8i9",
  "147258369",
  "159753",
  "741852963",
  "9876543210",
  "zaq1xsw2cde3vfr4",
  "2wsx1qaz",
  "zxcasdqwe",
  "qazxswedc",
  "!qaz@wsx#edc",
  "12qwaszx",
  "12qw34er56ty",
  "zxasqw12",
];
const leet: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const swapped = (text: string) => text.replace(/[013457@$!]/g, (sign) => leet[sign] ?? sign);

/** Whether the rest after the word is only a year, a count or a mark: "1", "123!", "2024", ".". */
const isTail = (text: string) => /^[^\p{L}]{0,6}$/u.test(text);

function isWordWithTail(text: string): boolean {
  const [, before = "", core = "", after = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  return words.has(core) && isTail(before) && isTail(after);
}

/** Whether the text is at most two stretches of a keyboard walk, or one repeated group. */
function isWalk(text: string): boolean {
  if (/^(.{1,4})\1+.{0,2}$/su.test(text)) return true;
  let rest = text;
  for (let stretches = 0; stretches < 2 && rest !== ""; stretches += 1) {
    let length = rest.length;
    while (length > 1 && !walks.some((walk) => walk.includes(rest.slice(0, length)))) length -= 1;
    rest = rest.slice(length);
  }
  return isTail(rest) && rest.length <= 2;
}

/** Whether a password is among the commonest guesses, spelled plainly or with the usual character swaps. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const unaccented = plain.normalize("NFD").replace(/\p{M}/gu, "");
  const tailLess = unaccented.replace(/[^\p{L}]{1,6}$/u, "");
  const halves = unaccented.slice(0, unaccented.length / 2);
  return (
    isWalk(unaccented) ||
    [unaccented, swapped(unaccented), swapped(tailLess), swapped(tailLess).replace(/i/g, "l")].some(isWordWithTail) ||
    (unaccented === halves + halves && isWordWithTail(halves))
  );
}

/** The 24 jurisdictions: INDEC's code, latitude and longitude of the centre; then other names. */
export const JURISDICTIONS = `
02 -34.61 -58.44 | CABA, C A B A, Capital Federal, Capital, Ciudad de Buenos Aires, Buenos Aires, Bs As
06 -36.68 -60.56 | Provincia, GBA, Gran Buenos Aires, Conurbano, PBA
10 -27.34 -66.95
14 -32.14 -63.80 | Cba
18 -28.77 -57.80
22 -26.39 -60.77
26 -43.79 -68.53
30 -32.06 -59.20
34 -24.89 -59.93
38 -23.32 -65.76
42 -37.13 -65.45
46 -29.69 -67.18
50 -34.63 -68.58 | Mza
54 -26.88 -54.65
58 -38.64 -70.12
62 -40.41 -67.23
66 -24.30 -64.81
70 -30.87 -68.89
74 -33.76 -66.03
78 -48.82 -69.96
82 -30.71 -60.95 | Sta Fe
86 -27.78 -63.25
90 -26.95 -65.36
94 -54.36 -67.64`;

/** The 48 neighbourhoods of the city: name and centre; then other names. */
export const NEIGHBOURHOODS = `
Agronomía -34.59 -58.49
Almagro -34.61 -58.42
Balvanera -34.61 -58.40 | Once, Abasto, Congreso
Barracas -34.64 -58.38
Belgrano -34.56 -58.46 | Belgrano R, Bajo Belgrano, Belgrano C
Boedo -34.63 -58.42
Caballito -34.62 -58.44 | Parque Centenario, Caballito Norte
Chacarita -34.59 -58.45
Coghlan -34.56 -58.47
Colegiales -34.57 -58.45
Constitución -34.63 -58.38
Flores -34.64 -58.46
Floresta -34.63 -58.48
La Boca -34.63 -58.36
La Paternal -34.60 -58.47 | Paternal
Liniers -34.64 -58.52
Mataderos -34.66 -58.50
Monserrat -34.61 -58.38 | Montserrat
Monte Castro -34.62 -58.51
Nueva Pompeya -34.65 -58.42 | Pompeya
Núñez -34.55 -58.46
Palermo -34.58 -58.43 | Palermo Soho, Palermo Hollywood, Palermo Viejo, Las Cañitas, Palermo Chico, Plaza Italia
Parque Avellaneda -34.65 -58.48
Parque Chacabuco -34.64 -58.44
Parque Chas -34.59 -58.48
Parque Patricios -34.64 -58.40
Puerto Madero -34.61 -58.36
Recoleta -34.59 -58.39 | Barrio Norte
Retiro -34.59 -58.38
Saavedra -34.55 -58.48
San Cristóbal -34.62 -58.40
San Nicolás -34.60 -58.38 | Microcentro
San Telmo -34.62 -58.37
Versalles -34.63 -58.52
Villa Crespo -34.60 -58.44
Villa del Parque -34.60 -58.49
Villa Devoto -34.60 -58.51 | Devoto
Villa General Mitre -34.61 -58.47
Villa Lugano -34.68 -58.48 | Lugano
Villa Luro -34.64 -58.50
Villa Ortúzar -34.58 -58.47
Villa Pueyrredón -34.58 -58.50
Villa Real -34.62 -58.52
Villa Riachuelo -34.69 -58.47
Villa Santa Rita -34.61 -58.48
Villa Soldati -34.66 -58.44
Villa Urquiza -34.57 -58.49 | Urquiza
Vélez Sarsfield -34.63 -58.49`;

/** The 24 municipalities of Greater Buenos Aires. */
export const MUNICIPALITIES = `
Almirante Brown -34.80 -58.39
Avellaneda -34.66 -58.37
Berazategui -34.76 -58.21
Esteban Echeverría -34.82 -58.47
Ezeiza -34.85 -58.52
Florencio Varela -34.80 -58.28
General San Martín -34.57 -58.54 | San Martín
Hurlingham -34.59 -58.64
Ituzaingó -34.66 -58.67
José C. Paz -34.52 -58.77
La Matanza -34.77 -58.63 | Matanza
Lanús -34.70 -58.39 | Lanús Este, Lanús Oeste
Lomas de Zamora -34.76 -58.40 | Lomas
Malvinas Argentinas -34.49 -58.70
Merlo -34.67 -58.73
Moreno -34.65 -58.79
Morón -34.65 -58.62
Quilmes -34.72 -58.25
San Fernando -34.44 -58.56
San Isidro -34.47 -58.53
San Miguel -34.54 -58.71
Tigre -34.42 -58.58
Tres de Febrero -34.60 -58.57 | 3 de Febrero
Vicente López -34.53 -58.48`;

/** The 16 municipalities beyond them, within reach of the city. */
export const OUTER_MUNICIPALITIES = `
Berisso -34.87 -57.89
Brandsen -35.17 -58.24
Campana -34.16 -58.96
Cañuelas -35.05 -58.76
Ensenada -34.86 -57.91
Escobar -34.35 -58.79 | Belén de Escobar
Exaltación de la Cruz -34.30 -59.10 | Capilla del Señor
General Las Heras -34.93 -58.95
General Rodríguez -34.61 -58.95
La Plata -34.92 -57.95
Luján -34.57 -59.11
Marcos Paz -34.78 -58.84
Pilar -34.46 -58.91
Presidente Perón -34.94 -58.38 | Guernica
San Vicente -35.02 -58.42
Zárate -34.10 -59.03`;

/** Cities: the jurisdiction's code, name and centre; then other names. Those of Greater Buenos Aires name a part of a municipality. */
export const CITIES = `
06 Acassuso -34.48 -58.50
06 Adrogué -34.80 -58.39
06 Azul -36.78 -59.86
06 Bahía Blanca -38.72 -62.27
06 Banfield -34.74 -58.40
06 Béccar -34.46 -58.53
06 Bernal -34.71 -58.28
06 Boulogne -34.50 -58.57
06 Caseros -34.61 -58.56
06 Castelar -34.65 -58.64
06 Chivilcoy -34.90 -60.02
06 City Bell -34.87 -58.05
06 Ciudadela -34.63 -58.54
06 Don Torcuato -34.50 -58.63
06 Florida -34.53 -58.49
06 Garín -34.42 -58.73
06 Haedo -34.64 -58.59
06 Junín -34.59 -60.95
06 Mar del Plata -38.00 -57.56 | Mardel
06 Martínez -34.49 -58.50
06 Monte Grande -34.82 -58.47
06 Munro -34.53 -58.52
06 Necochea -38.55 -58.74
06 Nordelta -34.41 -58.65
06 Olavarría -36.89 -60.32
06 Olivos -34.51 -58.49
06 Pergamino -33.89 -60.57
06 Ramos Mejía -34.65 -58.56
06 San Antonio de Padua -34.67 -58.70
06 San Justo -34.68 -58.56
06 San Nicolás de los Arroyos -33.33 -60.22
06 Tandil -37.32 -59.13
06 Temperley -34.78 -58.40
06 Tres Arroyos -38.38 -60.28
06 Villa Ballester -34.54 -58.56
06 Villa Gesell -37.26 -56.97
06 Wilde -34.70 -58.32
10 San Fernando del Valle de Catamarca -28.47 -65.78 | Catamarca
14 Alta Gracia -31.66 -64.43
14 Córdoba -31.42 -64.18 | Córdoba Capital, Nueva Córdoba
14 Río Cuarto -33.13 -64.35
14 San Francisco -31.43 -62.08
14 Villa Allende -31.30 -64.30
14 Villa Carlos Paz -31.42 -64.50 | Carlos Paz
14 Villa María -32.41 -63.24
18 Corrientes -27.47 -58.83
18 Goya -29.14 -59.26
22 Presidencia Roque Sáenz Peña -26.79 -60.44 | Sáenz Peña
22 Resistencia -27.45 -58.99
26 Comodoro Rivadavia -45.86 -67.48
26 Esquel -42.91 -71.32
26 Puerto Madryn -42.77 -65.04
26 Rawson -43.30 -65.10
26 Trelew -43.25 -65.31
30 Concepción del Uruguay -32.48 -58.23
30 Concordia -31.39 -58.02
30 Gualeguaychú -33.01 -58.52
30 Paraná -31.73 -60.53
34 Formosa -26.18 -58.17
38 Palpalá -24.26 -65.21
38 San Salvador de Jujuy -24.19 -65.30 | Jujuy
42 General Pico -35.66 -63.76
42 Santa Rosa -36.62 -64.29
46 Chilecito -29.16 -67.50
46 La Rioja -29.41 -66.86
50 Godoy Cruz -32.93 -68.83
50 Guaymallén -32.89 -68.82
50 Las Heras -32.85 -68.82
50 Luján de Cuyo -33.04 -68.88
50 Maipú -32.98 -68.78
50 Mendoza -32.89 -68.84 | Mendoza Capital
50 San Rafael -34.62 -68.33
54 Eldorado -26.40 -54.63
54 Oberá -27.49 -55.12
54 Posadas -27.37 -55.90
54 Puerto Iguazú -25.60 -54.57
58 Cutral Có -38.94 -69.23
58 Neuquén -38.95 -68.06
58 San Martín de los Andes -40.16 -71.35
62 Cipolletti -38.94 -67.99
62 General Roca -39.03 -67.58
62 San Carlos de Bariloche -41.13 -71.31 | Bariloche
62 Viedma -40.81 -63.00
66 Salta -24.79 -65.41
66 San Ramón de la Nueva Orán -23.13 -64.32 | Orán
66 Tartagal -22.52 -63.80
70 San Juan -31.54 -68.54
74 San Luis -33.30 -66.34
74 Villa de Merlo -32.34 -65.01 | Merlo San Luis
74 Villa Mercedes -33.68 -65.46
78 Caleta Olivia -46.44 -67.52
78 El Calafate -50.34 -72.26
78 Río Gallegos -51.62 -69.22
82 Rafaela -31.25 -61.49
82 Reconquista -29.15 -59.65
82 Rosario -32.95 -60.64
82 Santa Fe -31.63 -60.70
82 Venado Tuerto -33.75 -61.97
82 Villa Gobernador Gálvez -33.03 -60.64
86 La Banda -27.74 -64.24
86 Santiago del Estero -27.78 -64.26
90 Concepción -27.34 -65.59
90 San Miguel de Tucumán -26.82 -65.22 | Tucumán
90 Tafí Viejo -26.73 -65.26
90 Yerba Buena -26.82 -65.32
94 Río Grande -53.79 -67.70
94 Ushuaia -54.80 -68.30`;

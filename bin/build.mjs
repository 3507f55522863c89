// Brings the project to a state in which it can run, without starting it.
import { build, install } from "./setup.mjs";

build(install());

import { useState } from "react";
import { Link } from "react-router";
import type { Role } from "../../domain/accounts/account.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Drawer } from "../../ui/drawer.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { pageWidth } from "./page-width.ts";
import { SectionMenu } from "./section-menu.tsx";

type TopBarProps = {
  person: { id: string; name: string; photo_url: string | null };
  role: Role;
  onSignOut: () => void;
};

/** The bar of every dashboard: sections side by side from 768 px, in a drawer below, and the person's own menu. */
export function TopBar({ person, role, onSignOut }: TopBarProps) {
  const { productName } = useProduct();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface">
      <div className={`flex min-h-16 items-center justify-between gap-2 md:gap-6 ${pageWidth}`}>
        <div className="md:hidden">
          <IconButton icon="menu" label="Abrir menú" onPress={() => setDrawerOpen(true)} />
        </div>
        <Link to="/dashboard" className="inline-flex min-h-11 items-center rounded-card">
          <Logo name={productName} />
        </Link>
        <div className="hidden grow md:block">
          <SectionMenu role={role} />
        </div>
        <div className="flex items-center gap-2">
          <span className="hidden max-w-48 truncate font-semibold lg:block">{person.name}</span>
          <MenuButton
            label="Menú de usuario"
            items={[{ id: "sign-out", label: "Cerrar sesión", icon: "signOut", onAction: onSignOut }]}
          >
            <Avatar name={person.name} id={person.id} photoUrl={person.photo_url} size="small" />
            <Icon name="chevron" className="hidden size-4 text-muted md:block" />
          </MenuButton>
        </div>
      </div>
      <Drawer isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} label="Menú" title={<Logo name={productName} />}>
        <SectionMenu role={role} isStacked onChoose={() => setDrawerOpen(false)} />
      </Drawer>
    </header>
  );
}

"""Prints the edges that importlib sees between the files of a folder, as JSON.

Each file is taken as Python would run it as a script or collect it as a test: the folder of its top-level package comes
first on the search path, then the standard library, then the folders given as arguments.
"""

import ast
import importlib.machinery
import json
import os
import sys

root, *installed = sys.argv[1:]
files = json.load(sys.stdin)
known = set(files)
finder = importlib.machinery.PathFinder
# What is installed on this machine is no part of the repository, and may be the repository itself.
standard = [path for path in sys.path if path and path != sys.path[0] and 'site-packages' not in path]
cache = {}


def find(name, path):
    key = (name, tuple(path))
    if key not in cache:
        cache[key] = finder.find_spec(name, list(path))
    return cache[key]


def spec_of(name, search):
    """The spec of a dotted name, found as the import system finds it, without running anything."""
    spec = None
    parts = name.split('.')
    if parts[0] in sys.builtin_module_names or importlib.machinery.FrozenImporter.find_spec(parts[0]):
        return None
    for at in range(len(parts)):
        if at > 0 and (spec is None or spec.submodule_search_locations is None):
            return None
        path = search if at == 0 else list(spec.submodule_search_locations)
        # Only the last part says which file: with the whole name, the parents would have to be imported.
        spec = find(parts[at], path)
        if spec is None:
            return None
    return spec


def file_of(spec):
    if spec is None or not spec.has_location or spec.origin is None:
        return None
    path = os.path.relpath(os.path.realpath(spec.origin), root)
    return path if path in known else None


def package_of(file):
    """The dotted name of the package that a file is in, and the folder that its top-level package is in.

    A folder without an `__init__.py` directly in a package is a namespace package in it.
    """
    has_init = lambda folder: folder and os.path.exists(os.path.join(root, folder, '__init__.py'))
    folder = os.path.dirname(file)
    names = []
    while has_init(folder) or has_init(os.path.dirname(folder)):
        names.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return '.'.join(names), os.path.join(root, folder) if folder else root


def edges_of(file, tree):
    package, own = package_of(file)
    folders = [os.path.join(root, folder) if folder != '.' else root for folder in installed]
    search = [own, *standard, *(folder for folder in folders if folder != own)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield file_of(spec_of(alias.name, search))
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                parts = package.split('.') if package else []
                if node.level > len(parts):
                    continue
                base = '.'.join(parts[: len(parts) - node.level + 1])
                name = f'{base}.{node.module}' if node.module else base
            else:
                name = node.module
            spec = spec_of(name, search)
            yield file_of(spec)
            for alias in node.names:
                if spec is not None and spec.submodule_search_locations is not None and alias.name != '*':
                    yield file_of(spec_of(f'{name}.{alias.name}', search))
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = ast.unparse(node.func).removeprefix('importlib.')
            name = node.args[0].value
            if called in ('import_module', '__import__') and isinstance(name, str) and not name.startswith('.'):
                yield file_of(spec_of(name, search))


edges = set()
skipped = []
for file in files:
    if not file.endswith('.py'):
        continue
    try:
        with open(os.path.join(root, file), 'rb') as source:
            tree = ast.parse(source.read())
    except (SyntaxError, ValueError):
        skipped.append(file)
        continue
    edges.update(f'{file} -> {to}' for to in edges_of(file, tree) if to is not None and to != file)
json.dump({'edges': sorted(edges), 'skipped': skipped}, sys.stdout)

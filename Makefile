# richpush: make help lists the targets.

RICHPUSH := .build/release/richpush
# The installed folder, with the program, is made of all these files.
PACKAGED := .build/package/tree/bin/richpush
PACKAGED_SOURCES = $(shell find Sources Resources docs packaging scripts/release -type f ! -name '*.pyc') Package.swift README.md CHANGELOG.md \
  SECURITY.md pipeline.yml scripts/common.py scripts/manual scripts/package scripts/program
# Printed before the first build of a program.
first_time = $(if $(wildcard $(1)),,: five to nine minutes on two cores the first time, seconds afterwards)
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT_SOURCES := Sources Tests Package.swift
# All files whose first line names a shell.
SHELL_SCRIPTS = $(shell find scripts packaging .ci -type f -exec awk 'FNR == 1 && /^#!.*sh$$/ { print FILENAME }' {} +)

.DEFAULT_GOAL := help
.PHONY: help bootstrap build test demo install uninstall package test-package bench clients format lint samples clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 22

bootstrap: ## install what building and testing need; building alone needs less, and gets no more
	@scripts/bootstrap test

build: ## build .build/release/richpush
	@scripts/bootstrap build
	@echo "building $(RICHPUSH)$(call first_time,$(RICHPUSH))"
	@scripts/build --product richpush

# Release, so that one set of products serves tests and demo. TEST_CORPUS names a folder of real pictures,
# TEST_METRIC one of pairs of pictures with reference scores of SSIMULACRA 2.
test: bootstrap ## run all tests; TEST_CORPUS=folder adds those on real pictures
	@echo "building the tests"
	@scripts/build --build-tests
	@scripts/test

demo: ## turn samples/campaign into hosted pictures and send requests
	@echo "The demo builds richpush, and runs it on samples/campaign: nine pictures and clips of 10 MB, nine messages."
	@echo "It writes public/, payloads/, report.json and sheet.html here. Nothing is sent, and nothing leaves this machine."
	@echo
	@$(MAKE) --no-print-directory build
	@$(RICHPUSH) run samples/campaign --trial --base-url http://localhost:8080/ \
	  --output public --requests payloads --report report.json --contact-sheet sheet.html
	@echo
	@echo "  public/      the renditions, as a web server would host them"
	@echo "  payloads/    the send requests"
	@echo "  report.json  what became of each picture and each message"
	@echo "  sheet.html   each message as phones and browsers show it"
	@echo
	@echo "Each message:  file://$(subst $(empty) ,%20,$(CURDIR))/sheet.html"
	@echo "The pictures:  http://localhost:8080/  while this runs: $(RICHPUSH) serve public"

# The sources' owner builds it first, so that root only copies it.
$(PACKAGED): $(PACKAGED_SOURCES)
	@scripts/bootstrap build
	@echo "building the program to install$(call first_time,.build/package/tree/bin/richpush)"
	@scripts/package --tree
	@touch $@

# Under sudo, an existing build is installed even if sources are newer: root may lack Swift in its PATH, and should not build.
install: $(if $(and $(SUDO_USER),$(wildcard $(PACKAGED))),,$(PACKAGED)) ## install below PREFIX=/usr/local, after make package; DESTDIR=folder for packagers
	@$(if $(SUDO_USER),$(MAKE) --question --silent $(PACKAGED) || echo "sources are newer than what is installed here: run make package as yourself for those",:)
	@scripts/install --prefix "$(PREFIX)" --destdir "$(DESTDIR)"

uninstall: ## remove exactly what make install installed, by the same PREFIX and DESTDIR
	@scripts/install --prefix "$(PREFIX)" --destdir "$(DESTDIR)" --remove

package: ## make dist/: a Debian package, an archive with its digest, and the bill of materials (SBOM)
	@scripts/bootstrap build
	@echo "building the program to package$(call first_time,.build/package/tree/bin/richpush)"
	@scripts/package
	@touch $(PACKAGED)

test-package: package ## install the package in a fresh Debian without Swift, use it as a user, remove it; needs root and mmdebstrap
	@scripts/test-package

# JPEGs are compared last: that takes longest, and needs what scripts/bench-jpeg --help names.
bench: bootstrap build ## compare with vipsthumbnail, ImageMagick, ffmpeg, gifsicle, rclone, mozjpeg, jpegli; PHOTOS, VIDEOS, GIFS=folder, ARGUMENTS=--full
	@scripts/bench $(if $(PHOTOS),--photos "$(PHOTOS)") $(ARGUMENTS)
	@scripts/bench-check $(if $(PHOTOS),--photos "$(PHOTOS)") $(filter --full,$(ARGUMENTS))
	@scripts/bench-compose
	@scripts/bench-publish $(if $(PHOTOS),--photos "$(PHOTOS)")
	@scripts/bench-second-run
	@scripts/bench-shards $(if $(PHOTOS),--photos "$(PHOTOS)")
	@scripts/bench-video $(if $(VIDEOS),--videos "$(VIDEOS)")
	@$(if $(GIFS),scripts/bench-video --gifs "$(GIFS)",:)
	@scripts/build --product EncodeJPEG
	@scripts/build --product ScorePictures
	@scripts/bench-jpeg $(if $(PHOTOS),--photos "$(PHOTOS)")

# ARGUMENTS="--seed 7 --only kill-s3" does a part of it; scripts/torture --help names all.
.PHONY: torture
torture: build ## kill, starve and disturb the program some thousand times and see that its promises hold; ARGUMENTS=--small
	@scripts/torture --program $(RICHPUSH) $(ARGUMENTS)

# About two minutes on two cores. The browser takes the pictures.
.PHONY: docs
docs: bootstrap ## run the commands in README.md and docs, and write their answers and the pictures again
	@scripts/documentation

# Packages have the page next to the others.
.PHONY: command-line
command-line: build ## write .build/command-line.md: every command and flag, in the words of --help
	@scripts/manual --markdown $(RICHPUSH) >.build/command-line.md
	@echo ".build/command-line.md"

clients: bootstrap ## write docs/clients.md again
	@TEST_WRITE_CLIENTS=1 swift test --quiet --disable-xctest --filter ClientPageTests

format: ## format the Swift sources
	@swift format --in-place --parallel --recursive $(SWIFT_SOURCES)

lint: bootstrap ## check the format of the Swift sources, their layout, the words, and the shell scripts
	@swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@scripts/structure
	@scripts/words
	@shellcheck $(SHELL_SCRIPTS)

.PHONY: way
way: build ## count the functions that a still and a row of a table pass, and fail where they pass more than the limits
	@scripts/way

.PHONY: ledger
ledger: ## print lines, files and types by target and capability, and the processor time of the last clean build
	@scripts/structure --ledger

samples: ## make everything in samples/ again (fourteen minutes)
	@scripts/make-samples

clean: ## remove everything that was made
	rm -rf .build .venv .richpush-cache public payloads report.json sheet.html dist
